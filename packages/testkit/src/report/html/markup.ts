/** HTML that may stand in a page as it is. Only `html` makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string =>
  // Controls and lone surrogates cannot stand in a page; a reader should still see that something is there.
  text.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign).replace(/\p{Surrogate}|[^\P{Cc}\n\t]/gu, '\ufffd');

/** What may stand in a template: text is escaped, markup is not, lists are joined. */
export type Fragment = Markup | string | number | readonly Fragment[];

const written = (fragment: Fragment): string => {
  if (fragment instanceof Markup) return fragment.text;
  return Array.isArray(fragment) ? fragment.map(written).join('') : escaped(String(fragment));
};

/** A template whose values are escaped, so that nothing from a report can become markup. */
export const html = (strings: TemplateStringsArray, ...values: readonly Fragment[]): Markup =>
  new Markup(strings.reduce((text, part, index) => `${text}${written(values[index - 1] ?? '')}${part}`));

/** Prose of the kit, in which backticks set off code. */
export const prose = (text: string): Markup =>
  html`${text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
