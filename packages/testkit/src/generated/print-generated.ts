import { executorMembers } from '@pawl/core';
import type { GeneratedMatrix, GeneratedRow } from './run-generated.js';
import { explained } from './survivors.js';

const ratio = (rows: readonly GeneratedRow[]): string =>
  `${rows.filter(({ killed }) => killed).length}/${rows.length}`.padStart(9);

/** The matrix member × host as text, with every survivor; the last line counts. */
export const printGenerated = ({ rows, seeds, budget, ...sum }: GeneratedMatrix): string => {
  const hosts = [...new Set(rows.map(({ host }) => host))];
  const lines = hosts.map((host, index) => `${String(index + 1).padStart(2)} ${host}`);
  lines.push(`${'member'.padEnd(24)}${hosts.map((_host, index) => String(index + 1).padStart(9)).join('')}`);
  for (const member of executorMembers) {
    const ofMember = rows.filter((row) => row.member === member);
    const cells = hosts.map((host) => ratio(ofMember.filter((row) => row.host === host)));
    lines.push(`${member.padEnd(24)}${cells.join('')}${ratio(ofMember)}`);
  }
  for (const row of rows) {
    if (!row.killed) lines.push(`survived: ${row.id}: ${explained(row)?.reason ?? 'not explained yet'}`);
  }
  lines.push(
    `generated: ${sum.killed} of ${rows.length} killed on seeds ${seeds.join(', ')} within ${budget} runs a law: ${(sum.ratio * 100).toFixed(1)} %`,
  );
  return `${lines.join('\n')}\n`;
};
