import {
  ALL,
  bareScope,
  type CapabilitySet,
  requireApproval,
  ShareInError,
  type ToolCall,
  type ToolDecision,
  type ToolExecution,
  type ToolExecutor,
  ToolFailure,
  type ToolOutcome,
  type ToolSpec,
  type ToolStreamChunk,
  unknownTool,
  type WorkerRoot,
  type WorkerScope,
} from '@pawl/core';
import { type Answers, answersFrom } from './answers.js';
import { Catalogue } from './catalogue.js';
import { hash } from './hash.js';
import type { Scenario } from './scenario.js';

/** What a sentinel saw itself do. */
export interface SentinelLog {
  /** Calls that were executed or streamed: a tool ran. */
  readonly ran: ToolCall[];
  /** Streams that were told to stop by `return()`. */
  readonly returned: ToolCall[];
  /** Chunks handed out so far, over all streams. */
  readonly pulled: { count: number };
  /** What broke the contract on the way in, a sentence each. */
  readonly breaches: string[];
}

/** How a sentinel differs from a plain one. */
export interface SentinelOptions {
  /** Answers that replace the sentinel's own. */
  readonly answers?: Partial<Answers>;
  /** What `forWorker` answers. Default: drawn from the salt. */
  readonly worker?: WorkerRoot['kind'];
  /** What `recoverUnadvertised` answers. Default: known tools that are not listed. */
  readonly recover?: (call: ToolCall) => readonly ToolSpec[];
  /** Whether a worker's base answers as its parent's does. Default: `own`, answers of its own, drawn from its scope. */
  readonly workerAnswers?: 'own' | 'same';
  /** Runs before `execute` and `executeStream` answer; tests of interleavings wait here. */
  readonly pause?: (call: ToolCall) => Promise<void>;
}

/** An executor whose every answer is telling, and which checks how it is called. Its members need `this`. */
export class Sentinel implements ToolExecutor {
  readonly catalogue: Catalogue;
  readonly log: SentinelLog = { ran: [], returned: [], pulled: { count: 0 }, breaches: [] };
  readonly answers: Answers;
  /** The bases of the workers that were handed out, in order. */
  readonly workers: Sentinel[] = [];
  readonly #scenario: Scenario;
  readonly #options: SentinelOptions;
  /** The answers of tools that were defined anew, by how often. */
  readonly #later = new Map<number, Answers>();

  constructor(scenario: Scenario, options: SentinelOptions = {}, catalogue?: Catalogue) {
    this.#scenario = scenario;
    this.#options = options;
    this.catalogue = catalogue ?? new Catalogue(scenario.tools, scenario.salt);
    this.answers = { ...answersFrom(scenario.salt), ...options.answers };
  }

  specs(): readonly ToolSpec[] {
    return this.catalogue.listed;
  }

  onSpecsChange(listener: () => void): () => void {
    if (typeof listener !== 'function') this.#breach('onSpecsChange was given no function');
    return this.catalogue.listen(listener);
  }

  owns(tool: string): boolean {
    return this.#spec(tool) !== undefined;
  }

  needsApproval(tool: string): boolean {
    const spec = this.#spec(tool);
    return spec === undefined || this.#answersOn(tool).needsApproval(tool, spec);
  }

  cacheableApproval(tool: string): boolean {
    const spec = this.#spec(tool);
    return spec !== undefined && this.#answersOn(tool).cacheableApproval(tool, spec);
  }

  requiredCapabilities(tool: string): CapabilitySet {
    const spec = this.#spec(tool);
    return spec === undefined ? ALL : this.#answersOn(tool).requiredCapabilities(tool, spec);
  }

  ingestsUntrustedContent(tool: string): boolean {
    const spec = this.#spec(tool);
    return spec === undefined || this.#answersOn(tool).ingestsUntrustedContent(tool, spec);
  }

  async preDispatch(call: ToolCall): Promise<ToolDecision> {
    this.#checkCall(call, 'preDispatch');
    if (this.#spec(call.tool) === undefined) return requireApproval(`${call.tool} is unknown to the base`);
    return this.#answersOn(call.tool).preDispatch(call, this.needsApproval(call.tool));
  }

  async sandboxWouldDeny(call: ToolCall): Promise<boolean> {
    this.#checkCall(call, 'sandboxWouldDeny');
    return this.#answersOn(call.tool).sandboxWouldDeny(call);
  }

  async recoverUnadvertised(call: ToolCall): Promise<readonly ToolSpec[]> {
    this.#checkCall(call, 'recoverUnadvertised');
    if (this.#options.recover !== undefined) return this.#options.recover(call);
    return this.#scenario.tools
      .filter(({ listed, name }) => !listed && name !== call.tool)
      .flatMap(({ name }) => this.catalogue.find(name) ?? []);
  }

  async execute(call: ToolCall): Promise<ToolExecution> {
    this.#checkCall(call, 'execute');
    if (this.#spec(call.tool) === undefined) throw unknownTool(call.tool);
    this.log.ran.push(call);
    await this.#options.pause?.(call);
    const outcome = this.#answersOn(call.tool).execute(call);
    if (outcome instanceof ToolFailure) throw outcome;
    return outcome;
  }

  async executeStream(call: ToolCall): Promise<AsyncIterable<ToolStreamChunk>> {
    this.#checkCall(call, 'executeStream');
    if (this.#spec(call.tool) === undefined) throw unknownTool(call.tool);
    this.log.ran.push(call);
    await this.#options.pause?.(call);
    return this.#chunks(call);
  }

  async postDispatch(call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome> {
    this.#checkCall(call, 'postDispatch');
    return this.#answersOn(call.tool).postDispatch(call, outcome);
  }

  async forWorker(scope: WorkerScope): Promise<WorkerRoot> {
    if (typeof scope?.workerId !== 'string' || !Array.isArray(scope.shareIn)) {
      this.#breach('forWorker was given no worker scope');
      return { kind: 'refused', error: new ShareInError({ code: 'io', path: '', reason: 'no scope' }) };
    }
    const drawn = hash(this.#scenario.salt, 'forWorker') % 8;
    const kind = this.#options.worker ?? (drawn === 0 ? 'no-workspace' : drawn === 1 ? 'refused' : 'rooted');
    if (kind === 'no-workspace') return { kind };
    if (kind === 'refused') {
      return { kind, error: new ShareInError({ code: 'not-found', path: `missing-${drawn}/${scope.workerId}` }) };
    }
    const salt =
      this.#options.workerAnswers === 'same'
        ? this.#scenario.salt
        : hash(this.#scenario.salt, JSON.stringify(scope)) & 0xffff;
    const executor = new Sentinel({ ...this.#scenario, salt }, this.#options, this.catalogue.copy());
    this.workers.push(executor);
    return { kind, executor, seeded: [...scope.shareIn, `seed of ${scope.workerId} ${salt}.txt`] };
  }

  async *#chunks(call: ToolCall): AsyncGenerator<ToolStreamChunk, void, void> {
    let finished = false;
    try {
      for (const chunk of this.#answersOn(call.tool).stream(call)) {
        this.log.pulled.count++;
        yield chunk;
      }
      finished = true;
    } finally {
      if (!finished) this.log.returned.push(call);
    }
  }

  /** A tool that was defined anew is another one: it answers otherwise than before. */
  #answersOn(tool: string): Answers {
    const generation = this.catalogue.generation(tool);
    if (generation === 0) return this.answers;
    let answers = this.#later.get(generation);
    if (answers === undefined) {
      answers = { ...answersFrom(hash(this.#scenario.salt, generation) & 0xffff), ...this.#options.answers };
      this.#later.set(generation, answers);
    }
    return answers;
  }

  #spec(tool: string): ToolSpec | undefined {
    if (typeof tool !== 'string') this.#breach(`a name question was asked about ${typeof tool}, not about a name`);
    return this.catalogue.find(tool);
  }

  #checkCall(call: ToolCall, member: string): void {
    if (typeof call?.tool !== 'string' || typeof call.id !== 'string') this.#breach(`${member} was given no call`);
    else if (!Object.isFrozen(call)) this.#breach(`${member} was given a call that is not frozen`);
  }

  #breach(sentence: string): void {
    this.log.breaches.push(sentence);
  }
}

/** The scope of a worker, from a salt. */
export const scopeFrom = (salt: number, depth: number): WorkerScope =>
  salt % 3 === 0
    ? bareScope(`worker-${depth}`)
    : {
        workerId: `worker-${depth}-${salt % 7}`,
        shareIn: [`notes/${salt % 5}.md`],
        ceiling: { allow: ['**/*.md'], maxFiles: salt % 11, maxBytes: salt },
      };
