/** Why a worker was refused. Each is a hard refusal of the whole delegation, never a truncation. */
export type ShareInErrorDetail =
  | { readonly code: 'escapes'; readonly path: string; readonly reason: string }
  | { readonly code: 'worker-subtree'; readonly path: string }
  | { readonly code: 'outside-ceiling'; readonly path: string }
  | { readonly code: 'too-many-files'; readonly found: number; readonly limit: number }
  | { readonly code: 'too-many-bytes'; readonly found: number; readonly limit: number }
  | { readonly code: 'not-found'; readonly path: string }
  | { readonly code: 'io'; readonly path: string; readonly reason: string }
  /** The executor never said whether it owns a workspace. */
  | { readonly code: 'undeclared'; readonly reason: string };

const sentence = (detail: ShareInErrorDetail): string => {
  switch (detail.code) {
    case 'escapes':
      return `${detail.path} lies outside the workspace: ${detail.reason}`;
    case 'worker-subtree':
      return `${detail.path} lies in a worker's own subtree, which is never shared in`;
    case 'outside-ceiling':
      return `${detail.path} matches no pattern of the share-in ceiling`;
    case 'too-many-files':
      return `${detail.found} files to share in, but the ceiling allows ${detail.limit}`;
    case 'too-many-bytes':
      return `${detail.found} bytes to share in, but the ceiling allows ${detail.limit}`;
    case 'not-found':
      return `${detail.path} does not exist in the workspace`;
    case 'io':
      return `${detail.path} could not be shared in: ${detail.reason}`;
    case 'undeclared':
      return detail.reason;
  }
};

/** Why an executor refused to be re-rooted for a worker; `detail.code` says which of the refusals it is. */
export class ShareInError extends Error {
  override readonly name = 'ShareInError';
  readonly code: ShareInErrorDetail['code'];
  readonly detail: ShareInErrorDetail;

  constructor(detail: ShareInErrorDetail, options?: ErrorOptions) {
    super(sentence(detail), options);
    this.code = detail.code;
    this.detail = detail;
  }
}
