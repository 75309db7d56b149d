/** Two owners claim one name. */
export class DuplicateNameError extends Error {
  override readonly name = 'DuplicateNameError';
  readonly code = 'duplicate-name';
  /** The name that both claim. */
  readonly tool: string;
  /** Who claims it, the one that came first first. */
  readonly owners: readonly string[];

  constructor(message: string, claim: { readonly tool: string; readonly owners: readonly string[] }) {
    super(message);
    this.tool = claim.tool;
    this.owners = claim.owners;
  }
}
