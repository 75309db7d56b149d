/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

// What programs need to find their files and speak the right language. Nothing here is ever a credential.
const inherited = /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR)$/;

/** `PATH`, `HOME`, `USER`, `LOGNAME`, `LANG`, `LC_*`, `TZ` and `TMPDIR` of `host`, and all of `added`. */
export const minimalEnvironment = (host: Environment, added: Environment): Record<string, string> => {
  const environment: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(host)) {
    if (value !== undefined && inherited.test(name)) environment[name] = value;
  }
  for (const [name, value] of Object.entries(added)) if (value !== undefined) environment[name] = value;
  return environment;
};
