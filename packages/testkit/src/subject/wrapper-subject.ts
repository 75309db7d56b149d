import type { Layer, ToolExecutor, Touches } from '@pawl/core';
import { AdapterError } from './adapter-error.js';
import { requireName } from './require-name.js';
import { requireTouches } from './require-touches.js';
import type { SubjectHooks, WrappedInstance, WrapperSubject } from './subject.js';

/** A layer, and what belongs to this one instance of it. */
export interface LayerInstance {
  readonly layer: Layer;
  /** Tells the layer that a person approved `request`. */
  readonly remember?: NonNullable<WrappedInstance['remember']>;
  /** Tells the layer what the user wrote in a session. */
  readonly say?: NonNullable<WrappedInstance['say']>;
}

/** What `wrapperSubject` takes: one of `layer`, `create` and `wrap`. */
export interface WrapperSubjectOptions extends SubjectHooks {
  readonly name: string;
  /** A layer without state of its own outside its `wrap`. */
  readonly layer?: Layer;
  /** Makes a layer for every run, where it has state or a `remember`. */
  readonly create?: () => LayerInstance;
  /** Wraps an executor: for wrappers that were not made with `layer`. Needs `touches`. */
  readonly wrap?: (inner: ToolExecutor) => ToolExecutor | WrappedInstance;
  /** What a `wrap` touches, and how; read from the layer otherwise. */
  readonly touches?: Touches;
  /** Whether `wrap` hands out a `remember`. Default: whether `create` does. */
  readonly remembers?: boolean;
  /** Whether `wrap` hands out a `say`. Default: whether `create` does. */
  readonly hears?: boolean;
}

const isInstance = (value: ToolExecutor | WrappedInstance): value is WrappedInstance =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'executor');

const wrapOf = ({ layer, create, wrap }: WrapperSubjectOptions): WrapperSubject['wrap'] => {
  if (layer !== undefined) return (inner) => ({ executor: layer(inner) });
  if (create !== undefined) {
    return (inner) => {
      const { layer: made, ...rest } = create();
      return { ...rest, executor: made(inner) };
    };
  }
  return (inner) => {
    // The factory below makes sure that one of the three is there.
    const wrapped = (wrap as NonNullable<typeof wrap>)(inner);
    return isInstance(wrapped) ? wrapped : { executor: wrapped };
  };
};

const firstInstance = (name: string, create: () => LayerInstance): LayerInstance => {
  let instance: LayerInstance;
  try {
    instance = create();
  } catch (error) {
    throw new AdapterError('create-failed', `${name}: \`create\` threw; it has to make a layer without arguments`, {
      cause: error,
    });
  }
  if (typeof instance?.layer !== 'function') {
    throw new AdapterError('create-failed', `${name}: \`create\` must return \`{ layer }\``);
  }
  return instance;
};

/**
 * A wrapper to be checked: a layer, or anything that takes an executor and gives one.
 *
 * @throws {AdapterError} for options that make no subject.
 * @example
 * ```ts
 * wrapperSubject({ name: 'read-only', layer: readOnly });
 * wrapperSubject({ name: 'my class', wrap: (inner) => new Mine(inner), touches: { specs: 'narrows' } });
 * ```
 */
export const wrapperSubject = (options: WrapperSubjectOptions): WrapperSubject => {
  requireName('wrapperSubject', options);
  const { name, layer, create, wrap, touches, remembers, hears, ...hooks } = options;
  if ([layer, create, wrap].filter((way) => typeof way === 'function').length !== 1) {
    throw new AdapterError(
      'bad-option',
      `wrapperSubject ${name}: give one of \`layer\`, \`create\` and \`wrap\`, a function`,
    );
  }
  const instance = create === undefined ? undefined : firstInstance(name, create);
  const stated = touches ?? layer?.touches ?? instance?.layer.touches;
  if (stated === undefined) {
    throw new AdapterError(
      'bad-option',
      `wrapperSubject ${name}: a \`wrap\` needs \`touches\`: say which members it changes, and how; \`{}\` where it changes none`,
    );
  }
  requireTouches(`wrapperSubject ${name}`, stated);
  return Object.freeze({
    ...hooks,
    kind: 'wrapper',
    name,
    touches: stated,
    wrap: wrapOf(options),
    remembers: remembers ?? instance?.remember !== undefined,
    hears: hears ?? instance?.say !== undefined,
  });
};
