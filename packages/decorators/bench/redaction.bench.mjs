import { pathToFileURL } from 'node:url';
import { Redactor } from '@redactpii/node';
import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import { defineExecutor, toolCall } from '../../core/dist/index.js';
import { redaction } from '../dist/redaction/index.js';

export const name = 'redaction of 1 MiB of clean text';

const mebibyte = 1 << 20;
const fill = (line) => {
  let text = '';
  for (let i = 0; text.length < mebibyte; i++) text += line(i);
  return text.slice(0, mebibyte);
};
const day = (i) => `2026-11-${String((i % 28) + 1).padStart(2, '0')}`;
const texts = {
  JSON: fill(
    (i) =>
      `${JSON.stringify({ id: i, name: `item ${i}`, text: 'Something ordinary that nobody hides', price: i * 1.25, tags: ['red', 'blue'], created: `${day(i)}T12:00:00Z` })}\n`,
  ),
  code: fill(
    (i) =>
      `export const compute${i} = (left: number, right: number): number => {\n  const total = left + right;\n  return total > 10 ? total : Math.max(left, right);\n};\n`,
  ),
  logs: fill(
    (i) =>
      `${day(i)}T12:00:${String(i % 60).padStart(2, '0')}.${String(i % 1000).padStart(3, '0')}Z INFO request ${i} served /items/${i % 97} in ${i % 50} ms\n`,
  ),
};

const guarded = redaction()(defineExecutor({}));
const call = toolCall({ id: '1', tool: 't' });
const pii = new Redactor();
const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset, options: {} }] };

const contenders = {
  'this layer': (text) => guarded.postDispatch(call, { output: text }),
  '@secretlint/core, recommended preset (finds, does not replace)': (content) =>
    lintSource({ source: { filePath: 'a.txt', content, ext: '.txt', contentType: 'text' }, options: { config } }),
  '@redactpii/node (five kinds of personal data)': (text) => pii.redact(text),
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

export async function run() {
  const rows = [];
  for (const [kind, text] of Object.entries(texts)) {
    const clean = { output: text };
    if ((await guarded.postDispatch(call, clean)) !== clean) throw new Error(`the ${kind} is not clean`);
    const times = Object.fromEntries(Object.keys(contenders).map((contender) => [contender, []]));
    // In turn, so that a busy moment hits all of them alike.
    for (let round = -2; round < 9; round++) {
      for (const [contender, redact] of Object.entries(contenders)) {
        const start = performance.now();
        await redact(text);
        if (round >= 0) times[contender].push(performance.now() - start);
      }
    }
    const speed = Object.fromEntries(Object.entries(times).map(([contender, all]) => [contender, 1000 / median(all)]));
    for (const [contender, value] of Object.entries(speed))
      rows.push({ name: `${kind}: ${contender}`, unit: 'MiB/s', value });
    const [ours, ...others] = Object.values(speed);
    const ratio = ours / Math.max(...others);
    rows.push({
      name: `${kind}: this layer against the fastest of the others`,
      unit: '×',
      value: ratio,
      target: '≥ 0.5',
      ok: ratio >= 0.5,
    });
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name: row, value, unit, target } of await run()) {
    console.log(`${row}: ${value.toFixed(2)} ${unit}${target === undefined ? '' : ` (target ${target})`}`);
  }
}
