import { stringify } from 'yaml';
import { configSchema } from '../config/schema.js';

type Servers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const head = `# A stack of layers in front of MCP servers.
# Any text may hold \${NAME} or \${NAME:-default} of the environment.
#   pawl explain <this file>   what becomes of each tool, and why
#   pawl serve <this file>     serve it to an MCP client, over stdio
`;

const operatorsWord = `    # Where its tools come from. Unsaid, they require everything, and every call asks:
    # local-sandbox · fetcher · first-party · registered-connector · access-grant · access-revoke · admin-manage · admin-grant
    # origin: local-sandbox
    # Which of its tools ask: writes (all that do not say they only read) · hints · always · never
    # approval: writes
    # Its tools whose approval may be remembered, by the approvalCache layer below:
    # cacheableApproval: []
    # Put before the names of its tools, where two servers have the same:
    # prefix: ''
`;

const tail = `
# Outermost first: the first one sees a call first.
layers:
  # Remembers what a person said yes to, until the session ends.
  - approvalCache: {}
  # Replaces secrets and personal data in whatever comes back.
  - redaction:
      personalData: redact
      # Texts that are known to be secret:
      # secrets: ['\${DEPLOY_KEY}']
  # Withholds tools, and restricts arguments:
  # - narrowing:
  #     deny: ['delete_*']
  #     args:
  #       - { tool: write_file, at: /path, within: /srv/notes }

serve:
  transport: stdio
  # transport: http
  # port: 3000
  # token: \${PAWL_TOKEN}
`;

const example: Servers = {
  files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] },
};

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');

const serverText = (name: string, server: Readonly<Record<string, unknown>>): string => {
  const known = configSchema().$defs?.['server']?.properties ?? {};
  const entries = Object.entries(server).filter(([, value]) => value !== undefined && value !== null);
  const taken = entries.filter(([key]) => Object.hasOwn(known, key));
  const left = entries.filter(([key]) => !Object.hasOwn(known, key)).map(([key]) => key);
  const key = stringify({ [name]: null }, { nullStr: '' }).trimEnd();
  return [
    `  ${key}\n`,
    indent(stringify(Object.fromEntries(taken), { lineWidth: 0 })),
    ...(left.length === 0
      ? []
      : [`    # Not taken over, because pawl does not know it: ${JSON.stringify(left.join(', '))}\n`]),
    operatorsWord,
  ].join('');
};

/** A commented configuration for some servers; for an example where there are none. */
export const configText = (servers: Servers = example): string =>
  [
    head,
    '\nmcpServers:\n',
    Object.entries(servers)
      .map(([name, server]) => serverText(name, server))
      .join('\n'),
    tail,
  ].join('');
