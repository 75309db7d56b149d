// Tables of the report.
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;

/** A Markdown table, as lines. */
export const table = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
