import type { LayerConfig } from '../config/config.js';

type Options<K extends keyof LayerConfig> = NonNullable<LayerConfig[K]>;

const count = (list: readonly unknown[] | undefined, word: string): string =>
  `${list?.length ?? 0} ${word}${list?.length === 1 ? '' : 's'}`;

const lines: { readonly [K in keyof LayerConfig]-?: (options: Options<K>) => string } = {
  narrowing: ({ allow, deny, args }) =>
    [
      ...(allow === undefined ? [] : [`only ${allow.join(', ')}`]),
      ...(deny === undefined ? [] : [`without ${deny.join(', ')}`]),
      ...(args === undefined ? [] : [count(args, 'argument rule')]),
    ].join('; '),
  policy: ({ rules, otherwise = 'ask' }) => `${count(rules, 'rule')}, otherwise ${otherwise}`,
  cache: ({ ttlMs, tools }) => `keeps results of ${tools?.join(', ') ?? 'every tool that only reads'} for ${ttlMs} ms`,
  redaction: ({ personalData = 'redact', secrets }) =>
    `${personalData}s personal data, ${count(secrets, 'known secret')}`,
  approvalCache: () => 'remembers approvals until the session ends',
  retrievalGate: ({ query, k }) => `the ${k} tools that fit ${JSON.stringify(query)}`,
};

/** What a layer of the configuration does, in one line. */
export const layerLine = (config: LayerConfig): string =>
  Object.entries(config)
    .map(([name, options]) => {
      const describe = lines[name as keyof LayerConfig] as (options: unknown) => string; // the schema allows no other
      return `${name}: ${describe(options)}`;
    })
    .join('');
