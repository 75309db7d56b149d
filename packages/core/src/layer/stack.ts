import { asLayer, type Layer } from './layer.js';
import { joinTouch, type TouchableMember, type Touches, type TouchKind } from './touches.js';

const joined = (layers: readonly Layer[]): Touches => {
  const touches = new Map<TouchableMember, TouchKind>();
  for (const { touches: own } of layers) {
    // Object.entries gives the members and kinds of `Touches`, less precisely typed.
    for (const [member, kind] of Object.entries(own) as [TouchableMember, TouchKind][]) {
      const other = touches.get(member);
      touches.set(member, other === undefined ? kind : joinTouch(member, other, kind));
    }
  }
  return Object.fromEntries(touches);
};

/**
 * Layers as one layer. The first listed is the outermost and sees the call first, as in Koa, Hono and the AI SDK.
 * `stack()` of nothing changes nothing.
 *
 * @example
 * ```ts
 * const tools = stack(retrievalGate({ query }), redaction(), narrowing({ deny: ['delete_*'] }))(registry);
 * ```
 */
export const stack = (...layers: readonly Layer[]): Layer => {
  const wrong = layers.findIndex((item) => typeof item !== 'function' || !Array.isArray(item.layers));
  if (wrong !== -1) throw new TypeError(`stack: item ${wrong + 1} is no layer: make it with \`layer\``);
  const single = layers.flatMap((item) => item.layers);
  return asLayer(
    single.map((item) => item.name).join(' > '),
    joined(single),
    (inner) => single.reduceRight((executor, item) => item(executor), inner),
    single,
  );
};
