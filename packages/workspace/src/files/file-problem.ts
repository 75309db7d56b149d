/** Why a file that the fence lets through cannot be used; the tool that meets it says which file of which call it was. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}
