/** What `pawl --help` prints. */
export const usage = `pawl: a stack of layers in front of any MCP servers

  pawl serve <config>              serve the servers of a YAML or JSON file, behind its layers
  pawl serve -- <command> [args]   serve one server: what its hints call destructive or open-world asks,
                                   secrets are redacted
  pawl explain <config> [tool]     who owns each tool, what it requires, whether it asks, taints or is hidden,
                                   and which layer says so
  pawl check <config>              run the laws of the test kit on the running stack
  pawl init [client config]        print a commented configuration, from a client's mcpServers if one is given

serve
  --shadow          only report, as JSON lines on stderr, what the stack would have done
  --http            over HTTP instead of stdio, or of what the configuration says
  --host <address>  the address to listen at (127.0.0.1); beyond loopback, a token is needed
  --port <number>   the port to listen at (0: a free one)
  --origin <origin> with --: where the server's tools come from (local-sandbox)
  The token is \`serve.token\` of the configuration, or PAWL_TOKEN of the environment.
explain
  --json            as JSON
check
  --json            the whole report as JSON
  --runs <number>   runs of each law before the slow subject's tenth (200)
  --seed <number>   the same seed, the same report (1)
init
  --out <file>      write to a file that does not exist yet, readable for you alone

  --help, --version

Exit codes: 0 done · 1 check found a broken law · 2 wrong usage or configuration · 3 a server or an address cannot be used
            4 a fault of pawl itself
`;
