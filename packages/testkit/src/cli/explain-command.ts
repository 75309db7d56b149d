import type { Law, Need } from '../law/law.js';
import type { Mutant } from '../mutants/index.js';
import { profiles } from '../run/index.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { lawNamed } from './law-named.js';
import { lawRecord } from './law-record.js';
import { oneOf } from './one-of.js';
import type { CommandLine } from './parse-command-line.js';
import type { Terminal } from './terminal.js';

const needText = (need: Need): string => {
  if (need.kind === 'hook') return `it offers the hook ${need.hook}`;
  if (need.kind === 'untouched') return `it does not touch ${need.member}`;
  return `it touches ${need.member}${need.as === undefined ? '' : ` as ${need.as.join(' or ')}`}`;
};

const mutantLine = ({ id, member, breaks, reference }: Mutant): string =>
  `  ${id} (${member}): ${breaks}${reference === undefined ? '' : `; reported as ${reference}`}`;

const explained = (law: Law, mutants: readonly Mutant[]): string =>
  [
    `${law.id} ${law.slug} (${law.level})`,
    '',
    law.statement,
    '',
    `Why: ${law.intent}`,
    `Where to look when it fails: ${law.whereToLook}`,
    `Members: ${law.members.join(', ')}`,
    `Subjects: ${law.subjects.join(', ')}${law.needs.length === 0 ? '' : `, where ${law.needs.map(needText).join(', and ')}`}`,
    `Telling cases needed in ${profiles.default} runs: ${law.minimumCoverage}`,
    '',
    'What breaks it, and is caught:',
    ...mutants.map(mutantLine),
    '',
  ].join('\n');

/** `pawl-testkit explain <law>`. */
export const explainCommand = async ({ positionals, values }: CommandLine, terminal: Terminal): Promise<ExitCode> => {
  const law = lawNamed(positionals[0] ?? '');
  const reporter = oneOf(values, 'reporter', ['text', 'json']);
  // Loaded only here: no other command but `mutants` needs the catalogue.
  const { mutants } = await import('../mutants/index.js');
  const hunted = mutants.filter((mutant) => mutant.law === law.id);
  const record = { ...lawRecord(law), mutants: hunted.map(({ subject: _subject, ...data }) => ({ ...data })) };
  terminal.out(reporter === 'json' ? `${JSON.stringify(record, null, 2)}\n` : explained(law, hunted));
  return exitCodes.conformant;
};
