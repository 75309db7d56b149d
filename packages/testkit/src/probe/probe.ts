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
import { UnboundMember } from './unbound-member.js';

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

  /** The probe whose member was called. @throws {UnboundMember} where the member was taken off it. */
  static #self(value: unknown, member: ExecutorMember): Probe {
    if (typeof value === 'object' && value !== null && #inner in value) return value as Probe; // it has the field
    throw new UnboundMember(member);
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
    const self = Probe.#self(this, 'specs');
    return self.#note('specs', [], self.#inner.specs());
  }
  onSpecsChange(listener: () => void): () => void {
    const self = Probe.#self(this, 'onSpecsChange');
    return self.#note('onSpecsChange', [listener], self.#inner.onSpecsChange(listener));
  }
  owns(tool: string): boolean {
    const self = Probe.#self(this, 'owns');
    return self.#note('owns', [tool], self.#inner.owns(tool));
  }
  needsApproval(tool: string): boolean {
    const self = Probe.#self(this, 'needsApproval');
    return self.#note('needsApproval', [tool], self.#inner.needsApproval(tool));
  }
  cacheableApproval(tool: string): boolean {
    const self = Probe.#self(this, 'cacheableApproval');
    return self.#note('cacheableApproval', [tool], self.#inner.cacheableApproval(tool));
  }
  requiredCapabilities(tool: string): CapabilitySet {
    const self = Probe.#self(this, 'requiredCapabilities');
    return self.#note('requiredCapabilities', [tool], self.#inner.requiredCapabilities(tool));
  }
  ingestsUntrustedContent(tool: string): boolean {
    const self = Probe.#self(this, 'ingestsUntrustedContent');
    return self.#note('ingestsUntrustedContent', [tool], self.#inner.ingestsUntrustedContent(tool));
  }
  preDispatch(call: ToolCall): Promise<ToolDecision> {
    const self = Probe.#self(this, 'preDispatch');
    return self.#await('preDispatch', [call], () => self.#inner.preDispatch(call));
  }
  sandboxWouldDeny(call: ToolCall): Promise<boolean> {
    const self = Probe.#self(this, 'sandboxWouldDeny');
    return self.#await('sandboxWouldDeny', [call], () => self.#inner.sandboxWouldDeny(call));
  }
  recoverUnadvertised(call: ToolCall): Promise<readonly ToolSpec[]> {
    const self = Probe.#self(this, 'recoverUnadvertised');
    return self.#await('recoverUnadvertised', [call], () => self.#inner.recoverUnadvertised(call));
  }
  execute(call: ToolCall): Promise<ToolExecution> {
    const self = Probe.#self(this, 'execute');
    return self.#await('execute', [call], () => self.#inner.execute(call));
  }
  executeStream(call: ToolCall): Promise<AsyncIterable<ToolStreamChunk>> {
    const self = Probe.#self(this, 'executeStream');
    return self.#await('executeStream', [call], () => self.#inner.executeStream(call));
  }
  postDispatch(call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome> {
    const self = Probe.#self(this, 'postDispatch');
    return self.#await('postDispatch', [call, outcome], () => self.#inner.postDispatch(call, outcome));
  }
  async forWorker(scope: WorkerScope): Promise<WorkerRoot> {
    const self = Probe.#self(this, 'forWorker');
    const root = await self.#await('forWorker', [scope], () => self.#inner.forWorker(scope));
    // Nonsense passes as it came.
    if (root?.kind !== 'rooted') return root;
    const worker = new Probe(root.executor, scope);
    self.workers.push(worker);
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
