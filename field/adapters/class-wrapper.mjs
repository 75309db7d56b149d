// A class that measures how long tools take, written by hand in the usual way: a field for the inner, a method for each member.
class TimedTools {
  #inner;
  #spent = new Map();

  constructor(inner) {
    this.#inner = inner;
  }

  specs() {
    return this.#inner.specs();
  }

  onSpecsChange(listener) {
    return this.#inner.onSpecsChange(listener);
  }

  owns(tool) {
    return this.#inner.owns(tool);
  }

  needsApproval(tool) {
    return this.#inner.needsApproval(tool);
  }

  cacheableApproval(tool) {
    return this.#inner.cacheableApproval(tool);
  }

  requiredCapabilities(tool) {
    return this.#inner.requiredCapabilities(tool);
  }

  ingestsUntrustedContent(tool) {
    return this.#inner.ingestsUntrustedContent(tool);
  }

  preDispatch(call) {
    return this.#inner.preDispatch(call);
  }

  sandboxWouldDeny(call) {
    return this.#inner.sandboxWouldDeny(call);
  }

  recoverUnadvertised(call) {
    return this.#inner.recoverUnadvertised(call);
  }

  async execute(call) {
    const started = performance.now();
    try {
      return await this.#inner.execute(call);
    } finally {
      this.#spent.set(call.tool, (this.#spent.get(call.tool) ?? 0) + performance.now() - started);
    }
  }

  executeStream(call) {
    return this.#inner.executeStream(call);
  }

  postDispatch(call, outcome) {
    return this.#inner.postDispatch(call, outcome);
  }

  async forWorker(scope) {
    const root = await this.#inner.forWorker(scope);
    return root.kind === 'rooted' ? { ...root, executor: new TimedTools(root.executor) } : root;
  }
}

export const adapter = {
  name: 'class wrapper',
  what: 'a hand-written class that times `execute` and writes out all fourteen members',
  touches: {},
  wrap: (inner) => new TimedTools(inner),
};
