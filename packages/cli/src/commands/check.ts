import { stack } from '@pawl/core';
import { type CheckOptions, type ConformanceReport, checkConformance, executorSubject } from '@pawl/testkit';
import type { CliPorts } from '../program/cli-ports.js';
import { type ExitCode, exitCodes } from '../program/exit-codes.js';
import { parseOptions, wholeNumber } from '../program/parse-options.js';
import { readConfig } from '../program/read-config.js';
import { openStack } from '../stack/open-stack.js';

const options = { json: { type: 'boolean' }, runs: { type: 'string' }, seed: { type: 'string' } } as const;

const checkOptions = (values: Readonly<Record<string, unknown>>): CheckOptions => {
  const runs = wholeNumber('runs', values['runs']);
  const seed = wholeNumber('seed', values['seed']);
  return { ...(runs === undefined ? {} : { runs }), ...(seed === undefined ? {} : { seed }) };
};

const describe = ({ results, conformant, notes }: ConformanceReport): string => {
  const lines = results.flatMap(({ lawId, slug, verdict, reason, counterexample }) => {
    if (verdict === 'not-applicable') return [];
    const why = counterexample?.text ?? reason;
    return [`${verdict.padEnd(13)}${lawId} ${slug}`, ...(verdict === 'pass' || why === undefined ? [] : [why])];
  });
  return `${[...lines, ...notes, conformant ? 'every law that concerns the stack holds' : 'not conformant'].join('\n')}\n`;
};

/** `pawl check`: the laws of the test kit, on the stack over the running servers. */
export const check = async (args: readonly string[], ports: CliPorts): Promise<ExitCode> => {
  const { values, positionals } = parseOptions(args, options, 1);
  const config = await readConfig(positionals[0], ports);
  await using open = await openStack(config, (message) => void ports.stderr.write(`pawl: ${message}\n`));
  const { layers, registry } = open;
  const subject = executorSubject({
    name: positionals[0] ?? 'stack',
    cost: 'slow',
    // The servers are started once; every run gets layers of its own around them.
    create: () => (layers.length === 0 ? registry : stack(...layers)(registry)),
  });
  const report = await checkConformance(subject, checkOptions(values));
  ports.stdout.write(values['json'] === true ? `${JSON.stringify(report, undefined, 2)}\n` : describe(report));
  return report.conformant ? exitCodes.done : exitCodes.lawBroken;
};
