/** What is wrong with an option of a layer. */
export type LayerOptionErrorCode =
  /** The option's own value makes no sense. */
  | 'invalid-option'
  /** It names, or matches, no tool of the executor that the layer is applied to. */
  | 'unmatched'
  /** It would leave no tool at all. */
  | 'nothing-left';

/** A layer was given an option that cannot mean what its author wanted. Thrown at construction or when it is applied. */
export class LayerOptionError extends TypeError {
  /** Always `LayerOptionError`. */
  override readonly name = 'LayerOptionError';
  /** What is wrong with the option. */
  readonly code: LayerOptionErrorCode;
  /** The option, for example `deny` or `args/0/at`. */
  readonly option: string;

  constructor(message: string, init: { readonly code: LayerOptionErrorCode; readonly option: string }) {
    super(message);
    this.code = init.code;
    this.option = init.option;
  }
}
