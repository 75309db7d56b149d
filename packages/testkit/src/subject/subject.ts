import type { ApprovalRequest, Layer, ToolCall, ToolCallInit, ToolExecutor, Touches } from '@pawl/core';
import type { CallerReport, CallerTurn } from './caller-turn.js';

/** The kinds of thing that the kit can check. */
export type SubjectKind = 'executor' | 'wrapper' | 'composite' | 'chain' | 'caller';

/** How widely a person's approval is remembered. */
export type ApprovalScope = 'once' | 'call' | 'session';

/** A wrapped executor, and what belongs to this one instance of the wrapper. */
export interface WrappedInstance {
  readonly executor: ToolExecutor;
  /** Tells the wrapper that a person approved `request`. */
  readonly remember?: (request: ApprovalRequest, scope: ApprovalScope) => void | Promise<void>;
  /** Tells the wrapper what the user wrote in a session: for layers that go by what the user named. */
  readonly say?: (session: string | undefined, text: string) => void | Promise<void>;
}

/** How the kit reads and writes a subject's files, for the laws about workers' files. */
export interface FilesHook {
  /** Writes through the executor; rejects where it may not. */
  readonly write: (executor: ToolExecutor, path: string, text: string) => Promise<void>;
  /** Reads through the executor; `undefined` where there is no such file. */
  readonly read: (executor: ToolExecutor, path: string) => Promise<string | undefined>;
}

/** What every subject may say of itself beside what it is. */
export interface SubjectHooks {
  /** `slow`: real processes or disks. Lowers the runs to a tenth, and the report says so. Default: `fast`. */
  readonly cost?: 'fast' | 'slow';
  /** The contract that the adapter was written for. Default: the kit's own. */
  readonly contractVersion?: number;
  /** Called with every executor that the kit made from the subject, when its run is over. */
  readonly dispose?: (executor: ToolExecutor) => void | Promise<void>;
  /** Harmless calls that an executor under test can really run. */
  readonly sampleCalls?: readonly ToolCallInit[];
  /** Changes the catalogue of an executor under test. */
  readonly changeCatalogue?: (executor: ToolExecutor) => void | Promise<void>;
  /** The executor leaves these members to `defineExecutor`'s defaults. */
  readonly leftOut?: readonly string[];
  /** Secrets that a redacting layer promises to remove. */
  readonly secrets?: readonly string[];
  /** UTF-16 code units that a stream may hold back. Default: 4,096. */
  readonly holdBack?: number;
  /** Calls that the wrapper promises to refuse, whoever makes them. */
  readonly denies?: (call: ToolCall) => boolean;
  /** How to reach the files of an executor that owns a workspace. */
  readonly files?: FilesHook;
}

/** Something that the subject offers and a law may need. */
export type HookName = keyof SubjectHooks | 'remember' | 'say';

/** An executor that stands alone. */
export interface ExecutorSubject extends SubjectHooks {
  readonly kind: 'executor';
  readonly name: string;
  /** Makes a new executor for every run. */
  readonly create: () => ToolExecutor | Promise<ToolExecutor>;
}

/** A wrapper: a layer, or anything else that takes an executor and gives one. */
export interface WrapperSubject extends SubjectHooks {
  readonly kind: 'wrapper';
  readonly name: string;
  readonly touches: Touches;
  /** Puts the wrapper around an executor. */
  readonly wrap: (inner: ToolExecutor) => WrappedInstance;
  /** Whether `wrap` gives a `remember`. */
  readonly remembers: boolean;
  /** Whether `wrap` gives a `say`. */
  readonly hears: boolean;
}

/** One source of a composite. */
export interface CompositeSource {
  readonly name: string;
  readonly executor: ToolExecutor;
}

/** Executors put together as one. */
export interface CompositeSubject extends SubjectHooks {
  readonly kind: 'composite';
  readonly name: string;
  /** Members whose answers may differ from the owner's, and how; `tightens` means: only towards the strict side. */
  readonly touches: Touches;
  /** Puts sources together, anew for every run. */
  readonly create: (sources: readonly CompositeSource[]) => ToolExecutor | Promise<ToolExecutor>;
  /** What becomes of a name that two sources have. */
  readonly duplicates: 'error' | 'first-wins';
  /** The name under which the composite offers a source's tool. */
  readonly rename: (source: string, tool: string) => string;
}

/** Layers in order. */
export interface ChainSubject extends SubjectHooks {
  readonly kind: 'chain';
  readonly name: string;
  /** Outermost first. */
  readonly layers: readonly Layer[];
}

/** Something that calls tools: a turn loop. */
export interface CallerSubject extends SubjectHooks {
  readonly kind: 'caller';
  readonly name: string;
  /** Runs, or goes on with, one turn until it is done or must ask people. */
  readonly run: (turn: CallerTurn) => Promise<CallerReport>;
}

/** Anything that the kit can check. */
export type Subject = ExecutorSubject | WrapperSubject | CompositeSubject | ChainSubject | CallerSubject;
