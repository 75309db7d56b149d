/**
 * Conformance reports as text, JSON, JUnit XML and one HTML page. Pure functions of the reports.
 *
 * @packageDocumentation
 */
export { renderHtml } from './html/render-html.js';
export { renderJson } from './render-json.js';
export { renderJunit } from './render-junit.js';
export { renderText, type TextOptions } from './render-text.js';
export { type Standing, standing } from './standing.js';
export { type Tally, tally, tallyLine } from './tally.js';
