import { type ExplainedMember, type Explanation, explain as explainCall } from '@pawl/core';
import { nearest } from '../config/nearest.js';
import type { CliPorts } from '../program/cli-ports.js';
import { type ExitCode, exitCodes } from '../program/exit-codes.js';
import { parseOptions } from '../program/parse-options.js';
import { readConfig } from '../program/read-config.js';
import { UsageError } from '../program/usage-error.js';
import { layerLine } from '../stack/layer-line.js';
import { type OpenStack, openStack } from '../stack/open-stack.js';

/** One tool of the stack, explained. */
interface ExplainedTool extends Explanation {
  readonly server: string | undefined;
  readonly origin: string | undefined;
}

const namesOf = ({ registry }: OpenStack, wanted: string | undefined): readonly string[] => {
  const names = registry.specs().map(({ name }) => name);
  if (wanted === undefined) return names;
  if (names.includes(wanted)) return [wanted];
  const meant = nearest(wanted, names);
  throw new UsageError(
    `no server has a tool called ${JSON.stringify(wanted)}${meant === undefined ? '' : `: did you mean ${meant}?`}`,
  );
};

const explainTool = async ({ executor, registry }: OpenStack, tool: string): Promise<ExplainedTool> => {
  const server = registry.ownerOf(tool);
  const origin = registry.sources().find(({ name }) => name === server)?.origin;
  return { server, origin, ...(await explainCall(executor, { id: 'explain', tool, args: {} })) };
};

const shown = (answer: ExplainedMember['answer']): string => {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (Array.isArray(answer)) return answer.length === 0 ? 'nothing' : answer.join(', ');
  return String(answer);
};

const labels: ReadonlyMap<ExplainedMember['member'], string> = new Map([
  ['specs', 'listed'],
  ['owns', 'owned'],
  ['requiredCapabilities', 'requires'],
  ['needsApproval', 'always asks'],
  ['cacheableApproval', 'may be remembered'],
  ['ingestsUntrustedContent', 'taints'],
  ['preDispatch', 'decision, called with {}'],
]);

const line = (label: string, text: string, layer?: string): string =>
  `  ${label.padEnd(26)}${text}${layer === undefined ? '' : ` (${layer})`}\n`;

const describe = (tool: ExplainedTool): string => {
  const members = [...labels].map(([member, label]) => {
    const found = tool.members.find((explained) => explained.member === member);
    return found === undefined ? '' : line(label, shown(found.answer), found.layer);
  });
  const why = tool.reason === undefined ? '' : `: ${tool.reason}`;
  // To a client a hidden tool is one that does not exist.
  const verdict = tool.verdict === 'invalid' ? 'hidden' : tool.verdict;
  return [
    `${tool.tool}\n`,
    line('server', `${tool.server ?? 'none'}, origin ${tool.origin ?? 'unknown'}`),
    line('verdict', `${verdict}${why}`, tool.layer),
    ...members,
  ].join('');
};

/** `pawl explain`: why each call would be allowed, asked about, refused or unknown. */
export const explain = async (args: readonly string[], ports: CliPorts): Promise<ExitCode> => {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } }, 2);
  const config = await readConfig(positionals[0], ports);
  await using open = await openStack(config, (message) => void ports.stderr.write(`pawl: ${message}\n`));
  const tools: ExplainedTool[] = [];
  for (const name of namesOf(open, positionals[1])) tools.push(await explainTool(open, name));
  const layers = (config.layers ?? []).map((layer, index) => `${index + 1}. ${layerLine(layer)}\n`);
  const head = layers.length === 0 ? '' : `layers, outermost first\n${layers.map((text) => `  ${text}`).join('')}\n`;
  ports.stdout.write(
    values['json'] === true ? `${JSON.stringify(tools, undefined, 2)}\n` : `${head}${tools.map(describe).join('\n')}`,
  );
  return exitCodes.done;
};
