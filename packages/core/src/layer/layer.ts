import type { ToolDecision } from '../contract/tool-decision.js';
import { executorMembers, type ToolExecutor } from '../contract/tool-executor.js';
import type { WorkerScope } from '../contract/worker.js';
import { baseName, noteOrigin } from '../decision/origin.js';
import { bind, markBound } from './bind.js';
import { linkOf, noteLink } from './chain.js';
import { type TouchableMember, type TouchedMembers, type Touches, touchKinds } from './touches.js';

/** A function from executor to executor, made by `layer` or `stack`. */
export interface Layer {
  (inner: ToolExecutor): ToolExecutor;
  readonly name: string;
  readonly touches: Touches;
  /** The single layers it is made of, outermost first; a layer that is no stack lists itself. */
  readonly layers: readonly Layer[];
}

/** Builds the touched members over `inner`; called again, with the scope, for every worker, so state is the worker's own. */
export type Wrap<T extends Touches> = (inner: ToolExecutor, scope: WorkerScope | undefined) => TouchedMembers<T>;

const checkTouches = (name: string, touches: Touches): void => {
  for (const [member, kind] of Object.entries(touches)) {
    const kinds: readonly string[] | undefined = Object.hasOwn(touchKinds, member)
      ? touchKinds[member as TouchableMember] // hasOwn has just said so
      : undefined;
    if (kinds === undefined) throw new TypeError(`layer ${name}: \`${member}\` is no member that a layer may touch`);
    if (!kinds.includes(kind)) {
      throw new TypeError(
        `layer ${name}: \`${member}\` is touched as ${JSON.stringify(kind)}; it allows ${kinds.join(', ')}`,
      );
    }
  }
};

const checkMembers = (name: string, touches: Touches, own: object): void => {
  for (const member of Object.keys(touches)) {
    if (typeof Reflect.get(own, member) !== 'function') {
      throw new TypeError(`layer ${name}: it declares \`${member}\` but does not write it`);
    }
  }
  for (const member of Object.keys(own)) {
    if (!Object.hasOwn(touches, member)) {
      throw new TypeError(`layer ${name}: it writes \`${member}\` but does not declare it: name it in \`touches\``);
    }
  }
};

/** Puts the layer's name to the decisions it makes and the errors it throws, so that a trace can name the guilty one. */
const signed = (name: string, preDispatch: ToolExecutor['preDispatch']): ToolExecutor['preDispatch'] => {
  const sign = (decision: ToolDecision): ToolDecision => {
    // An `allow` needs nobody to blame, and the plain one is a single object that every layer shares.
    if (decision?.verdict !== 'allow') noteOrigin(decision, name);
    return decision;
  };
  const signError = (error: unknown): never => {
    noteOrigin(error, name);
    throw error;
  };
  return (call) => {
    try {
      return preDispatch(call).then(sign, signError);
    } catch (error) {
      return signError(error);
    }
  };
};

/** A base signs nothing itself: without this, what it decides would look like the first layer's. */
const signedBase = (inner: ToolExecutor): ToolExecutor =>
  linkOf(inner) === undefined ? Object.freeze({ ...inner, preDispatch: signed(baseName, inner.preDispatch) }) : inner;

/**
 * Makes a layer. `wrap` returns exactly the members named in `touches`, one more or one fewer does not compile; every
 * other member of the result is the inner's own function object. `forWorker` applies the layer to the worker's executor.
 *
 * @throws {TypeError} for a touch that the member does not allow; and, when the layer is applied, for a member that is
 * declared and not written or written and not declared.
 * @example
 * ```ts
 * const readOnly = layer('read-only', { specs: 'narrows' }, (inner) => ({
 *   specs: () => inner.specs().filter((spec) => spec.annotations?.readOnlyHint === true),
 * }));
 * ```
 */
export const layer = <const T extends Touches>(name: string, touches: T, wrap: Wrap<NoInfer<T>>): Layer => {
  checkTouches(name, touches);
  const apply = (base: ToolExecutor, scope: WorkerScope | undefined): ToolExecutor => {
    const inner = bind(base);
    const own: Partial<ToolExecutor> = wrap(signedBase(inner), scope);
    checkMembers(name, touches, own);
    const layered = {} as { -readonly [M in keyof ToolExecutor]: ToolExecutor[M] }; // filled by the loop below
    for (const member of executorMembers) Object.assign(layered, { [member]: own[member] ?? inner[member] });
    if (own.preDispatch !== undefined) layered.preDispatch = signed(name, own.preDispatch);
    layered.forWorker = async (workerScope) => {
      const root = await inner.forWorker(workerScope);
      return root.kind === 'rooted' ? { ...root, executor: apply(root.executor, workerScope) } : root;
    };
    markBound(Object.freeze(layered));
    noteLink(layered, { layer: made, inner });
    return layered;
  };
  const made = asLayer(name, { ...touches }, (inner) => apply(inner, undefined));
  return made;
};

/** Gives a function the data of a layer. `layers` are what it is made of; none given means itself. */
export const asLayer = (
  name: string,
  touches: Touches,
  apply: (inner: ToolExecutor) => ToolExecutor,
  layers?: readonly Layer[],
): Layer => {
  const made = (inner: ToolExecutor): ToolExecutor => apply(inner);
  Object.defineProperty(made, 'name', { value: name, enumerable: true });
  // The two properties that `Layer` asks for beside the function and its name.
  const data: { touches: Touches; layers: readonly Layer[] } = { touches: Object.freeze(touches), layers: [] };
  const result: Layer = Object.assign(made, data);
  data.layers = Object.freeze([...(layers ?? [result])]);
  return Object.freeze(Object.assign(result, data));
};
