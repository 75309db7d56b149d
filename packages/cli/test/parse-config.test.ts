import { readFileSync } from 'node:fs';
import { ConfigError, parseConfig } from '@pawl/cli';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

const schema = JSON.parse(readFileSync(new URL('../schema/pawl.schema.json', import.meta.url), 'utf8'));

const problemsOf = (text: string, env: Record<string, string> = {}): readonly string[] => {
  try {
    parseConfig(text, { name: 'pawl.yaml', env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
};

describe('a configuration', () => {
  it('is YAML or JSON in the shape that clients use', () => {
    const mcpServers = { files: { type: 'stdio', command: 'node', args: ['x.js'], env: { A: 'b' } } };
    const yaml = 'mcpServers:\n  files: { type: stdio, command: node, args: [x.js], env: { A: b } }\n';
    expect(parseConfig(yaml, { name: 'a', env: {} })).toEqual({ mcpServers });
    expect(parseConfig(JSON.stringify({ mcpServers }), { name: 'a', env: {} })).toEqual({ mcpServers });
  });

  it('says of an unknown name where it is and what was meant', () => {
    const text = [
      'mcpServers:',
      '  files:',
      '    comand: node',
      '    url: http://localhost/mcp',
      'layers:',
      '  - narowing: {}',
      '  - redaction:',
      '      personaldata: keep',
      'zebra: 1',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      'pawl.yaml:3:5: mcpServers.files.comand is no option here: did you mean "command"?',
      'pawl.yaml:6:5: layers[0].narowing is no option here: did you mean "narrowing"?',
      'pawl.yaml:8:7: layers[1].redaction.personaldata is no option here: did you mean "personalData"?',
      'pawl.yaml:9:1: zebra is no option here: use one of $schema, mcpServers, layers, serve, onDuplicate',
    ]);
  });

  it('says of a wrong value what would be right', () => {
    const text = [
      'mcpServers:',
      '  a: { command: node, origin: local-sandbx }',
      '  b: { command: node, url: http://x }',
      '  c: { command: node, args: x }',
      '  d: { command: "" }',
      'layers:',
      '  - { narrowing: {}, redaction: {} }',
      '  - {}',
      '  - retrievalGate: { query: x }',
      '  - narrowing: { args: [{ tool: a, at: /b }] }',
      'serve: { port: 70000, token: short }',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      'pawl.yaml:2:31: mcpServers.a.origin "local-sandbx" is no choice here: did you mean "local-sandbox"?',
      'pawl.yaml:3:6: mcpServers.b needs exactly one of command, url',
      'pawl.yaml:4:29: mcpServers.c.args must be a list',
      'pawl.yaml:5:17: mcpServers.d.command must have at least 1 character',
      'pawl.yaml:7:5: layers[0] must have one member only, not narrowing, redaction: write each as an item of its own',
      'pawl.yaml:8:5: layers[1] must not be empty: give one of narrowing, policy, cache, redaction, approvalCache, retrievalGate',
      'pawl.yaml:9:20: layers[2].retrievalGate needs "k"',
      'pawl.yaml:10:25: layers[3].narrowing.args[0] needs exactly one of pin, oneOf, prefix, within, pattern, min, max',
      'pawl.yaml:11:16: serve.port must be 65535 or less',
      'pawl.yaml:11:30: serve.token must have at least 16 characters',
    ]);
  });

  it('is refused where it is no YAML, empty, or names a member twice', () => {
    expect(problemsOf('mcpServers: [')[0]).toMatch(/^pawl\.yaml:1:\d+: /);
    expect(problemsOf('')).toEqual(['pawl.yaml:1:1: the configuration must be an object']);
    expect(problemsOf('mcpServers: { a: { command: b } }\nmcpServers: {}')[0]).toMatch(/unique/i);
  });

  it('takes variables from the environment, and says which are missing and where', () => {
    const variable = (inner: string): string => `\${${inner}}`;
    const args = `"${variable('A:-x')}", "$${variable('B')}", "${variable('C')}-${variable('C')}"`;
    const text = `mcpServers: { a: { command: "${variable('CMD')}", args: [${args}] } }`;
    const env = { CMD: 'node', C: 'c' };
    expect(parseConfig(text, { name: 'a', env }).mcpServers['a']).toEqual({
      command: 'node',
      args: ['x', variable('B'), 'c-c'],
    });
    expect(problemsOf(text, { C: 'c' })).toEqual([
      `pawl.yaml:1:29: mcpServers.a.command the environment has no CMD: set it, or write ${variable('CMD:-default')}`,
    ]);
    expect(problemsOf(text, { CMD: '', C: 'c' })).toEqual([
      'pawl.yaml:1:29: mcpServers.a.command must have at least 1 character',
    ]);
    const commandOf = (inner: string) => problemsOf(`mcpServers: { a: { command: "${variable(inner)}" } }`)[0];
    expect(commandOf('constructor')).toContain('has no constructor');
    expect(commandOf('1')).toContain('is no variable');
  });

  it('may call a server by any name', () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "a"}, "constructor": {"command": "b"}, "a b": {"command": 1}}}';
    expect(problemsOf(text)).toEqual(['pawl.yaml:1:100: mcpServers["a b"].command must be a text']);
    const odd = parseConfig('{"mcpServers": {"__proto__": {"command": "a"}}}', { name: 'a', env: {} });
    expect(Object.entries(odd.mcpServers)).toEqual([['__proto__', { command: 'a' }]]);
    expect(problemsOf('{"mcpServers": {"a": {"command": "a", "constructor": 1, "toString": 1}}}')).toHaveLength(2);
  });

  it('is judged by the shipped schema as any validator judges it', () => {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const servers = { a: { command: 'a' } };
    const configs = [
      {},
      { mcpServers: {} },
      { mcpServers: servers },
      { mcpServers: { a: {} } },
      { mcpServers: { a: { command: 'a', url: 'b' } } },
      { mcpServers: servers, layers: {} },
      { mcpServers: servers, layers: [{ narrowing: { allow: ['a'] } }, { approvalCache: {} }] },
      { mcpServers: servers, layers: [{ narrowing: {}, redaction: {} }] },
      { mcpServers: servers, layers: [{ narrowing: { args: [{ tool: 'a', at: '', pin: null }] } }] },
      { mcpServers: servers, layers: [{ narrowing: { args: [{ tool: 'a', at: '', pin: 1, min: 1 }] } }] },
      { mcpServers: servers, serve: { port: 1.5 } },
      { mcpServers: servers, serve: { port: 8080, transport: 'http' } },
      { mcpServers: servers, other: 1 },
    ];
    for (const config of configs) {
      expect([config, problemsOf(JSON.stringify(config)).length === 0]).toEqual([config, validate(config)]);
    }
  });

  it('is checked by all that its schema says', () => {
    const understood = new Set(
      'type enum required properties additionalProperties items oneOf minProperties maxProperties minItems minLength minimum maximum $ref $defs description $schema $id title'.split(
        ' ',
      ),
    );
    const keywords = (node: Record<string, unknown>): string[] =>
      Object.entries(node).flatMap(([key, value]) => {
        if (key === 'properties' || key === '$defs') {
          return [key, ...Object.values(value as object).flatMap((one) => keywords(one))];
        }
        return [key, ...(key === 'items' || key === 'additionalProperties' ? keywords(Object(value)) : [])];
      });
    expect(keywords(schema).filter((key) => !understood.has(key))).toEqual([]);
  });
});
