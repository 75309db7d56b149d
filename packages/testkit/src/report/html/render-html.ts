import type { ConformanceReport } from '../../report-types/index.js';
import { html, Markup } from './markup.js';
import { overview } from './overview.js';
import { styles } from './styles.js';
import { subjectSection } from './subject-section.js';

// The page runs nothing and asks nobody for anything; the policy makes the browser see to it.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Reports as one page that needs nothing beside itself: no script, no request; light, dark, wide and narrow. */
export const renderHtml = (reports: readonly ConformanceReport[]): string => {
  const names = reports.map(({ subject }) => subject.name).join(', ');
  // The style sheet is this package's own text.
  const sheet = new Markup(`<style>${styles}</style>`);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Conformance of ${names}</title>
<link rel="icon" href="data:,">
${sheet}</head>
<body><main>
${overview(reports)}${reports.map(subjectSection)}</main></body></html>
`.text;
};
