import {
  type CapabilitySet,
  type ExecutorMember,
  executorMembers,
  type ToolCall,
  type ToolDecision,
  type ToolExecution,
  type ToolExecutor,
  type ToolOutcome,
  type ToolSpec,
  type ToolStreamChunk,
  type WorkerRoot,
  type WorkerScope,
} from '@pawl/core';

/** One question that reached a probe. */
export interface Heard {
  readonly member: ExecutorMember;
  readonly args: readonly unknown[];
  /** What the inner said: set when it has said it. */
  answer?: { readonly value: unknown } | { readonly error: unknown };
}

/** Stands right under a subject and writes down what reaches it; its members need `this`. */
export class Probe implements ToolExecutor {
  readonly heard: Heard[] = [];
  /** The probes under the workers that were handed out through this one, in order. */
  readonly workers: Probe[] = [];
  /** The scope that it was handed out for, where it stands under a worker. */
  readonly scope: WorkerScope | undefined;
  readonly #inner: ToolExecutor;

  constructor(inner: ToolExecutor, scope?: WorkerScope) {
    this.#inner = inner;
    this.scope = scope;
  }

  /** Forgets what was heard so far. */
  clear(): void {
    this.heard.length = 0;
  }

  /** What was heard about one member. */
  of(member: ExecutorMember): readonly Heard[] {
    return this.heard.filter((entry) => entry.member === member);
  }

  specs(): readonly ToolSpec[] {
    return this.#note('specs', [], this.#inner.specs());
  }
  onSpecsChange(listener: () => void): () => void {
    return this.#note('onSpecsChange', [listener], this.#inner.onSpecsChange(listener));
  }
  owns(tool: string): boolean {
    return this.#note('owns', [tool], this.#inner.owns(tool));
  }
  needsApproval(tool: string): boolean {
    return this.#note('needsApproval', [tool], this.#inner.needsApproval(tool));
  }
  cacheableApproval(tool: string): boolean {
    return this.#note('cacheableApproval', [tool], this.#inner.cacheableApproval(tool));
  }
  requiredCapabilities(tool: string): CapabilitySet {
    return this.#note('requiredCapabilities', [tool], this.#inner.requiredCapabilities(tool));
  }
  ingestsUntrustedContent(tool: string): boolean {
    return this.#note('ingestsUntrustedContent', [tool], this.#inner.ingestsUntrustedContent(tool));
  }
  preDispatch(call: ToolCall): Promise<ToolDecision> {
    return this.#await('preDispatch', [call], () => this.#inner.preDispatch(call));
  }
  sandboxWouldDeny(call: ToolCall): Promise<boolean> {
    return this.#await('sandboxWouldDeny', [call], () => this.#inner.sandboxWouldDeny(call));
  }
  recoverUnadvertised(call: ToolCall): Promise<readonly ToolSpec[]> {
    return this.#await('recoverUnadvertised', [call], () => this.#inner.recoverUnadvertised(call));
  }
  execute(call: ToolCall): Promise<ToolExecution> {
    return this.#await('execute', [call], () => this.#inner.execute(call));
  }
  executeStream(call: ToolCall): Promise<AsyncIterable<ToolStreamChunk>> {
    return this.#await('executeStream', [call], () => this.#inner.executeStream(call));
  }
  postDispatch(call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome> {
    return this.#await('postDispatch', [call, outcome], () => this.#inner.postDispatch(call, outcome));
  }
  async forWorker(scope: WorkerScope): Promise<WorkerRoot> {
    const root = await this.#await('forWorker', [scope], () => this.#inner.forWorker(scope));
    // Nonsense passes as it came.
    if (root?.kind !== 'rooted') return root;
    const worker = new Probe(root.executor, scope);
    this.workers.push(worker);
    return { ...root, executor: worker };
  }

  #note<T>(member: ExecutorMember, args: readonly unknown[], value: T): T {
    this.heard.push({ member, args, answer: { value } });
    return value;
  }

  #await<T>(member: ExecutorMember, args: readonly unknown[], ask: () => Promise<T>): Promise<T> {
    const entry: Heard = { member, args };
    this.heard.push(entry);
    return ask().then(
      (value) => {
        entry.answer = { value };
        return value;
      },
      (error: unknown) => {
        entry.answer = { error };
        throw error;
      },
    );
  }
}

/** The same executor as a plain object whose members can be taken off it. */
export const unbound = (executor: ToolExecutor): ToolExecutor =>
  // Every member of the contract is there: `executorMembers` lists them all.
  Object.fromEntries(
    executorMembers.map((member) => [member, Function.prototype.bind.call(executor[member], executor)]),
  ) as unknown as ToolExecutor;
