// AgentDojo's tasks, replayed through `dispatch` in the worst case: the model does the whole task of the user and then all
// that the injection asks (or the injection first, once it has read it). A person says yes to whatever the task asks.
//
// The data set holds no results. One is put together of the values that later arguments took from it: one record, whose
// members have those arguments' names. So a lookup always finds exactly one record here, which in life it need not.
import { ALL, allow, capabilities, defineExecutor, dispatch, labelUntrusted, requireApproval } from '@pawl/core';

const required = {
  FixedConnectorRead: 'fixed-connector-read',
  MutateExternal: 'mutate-external',
  ArbitraryEgress: 'arbitrary-egress',
  LocalWrite: 'local-write',
};

const everything = { base: ALL };

const resultOf = (calls, index) =>
  Object.fromEntries(
    calls.flatMap(({ args, from = {} }) => Object.entries(args).filter(([name]) => from[name]?.includes(index))),
  );

/** The tools of a suite. A call's `meta` holds its result. */
export const suiteTools = (suite, { asksForWrites = false } = {}) => {
  const tools = new Map(suite.tools.map((tool) => [tool.name, tool]));
  const specs = suite.tools.map(({ name, readOnly }) => ({
    name,
    description: '',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: readOnly },
  }));
  return defineExecutor({
    workspace: 'none',
    specs: () => specs,
    owns: (tool) => tools.has(tool),
    needsApproval: () => false,
    requiredCapabilities: (tool) => {
      const needs = tools.get(tool)?.capabilities;
      return needs === undefined ? ALL : capabilities(...needs.map((need) => required[need]));
    },
    ingestsUntrustedContent: (tool) => tools.get(tool)?.untrusted !== false,
    preDispatch: async ({ tool }) =>
      asksForWrites && tools.get(tool)?.readOnly !== true ? requireApproval('it writes') : allow(),
    execute: async ({ meta }) => ({ output: meta?.result ?? {} }),
    postDispatch: async ({ meta }, outcome) => (meta?.injected === true ? labelUntrusted(outcome) : outcome),
  });
};

const actingOf = (suite) =>
  new Set(
    suite.tools
      .filter(({ readOnly, capabilities: needs }) => !readOnly || needs.includes('ArbitraryEgress'))
      .map(({ name }) => name),
  );

/** One session. `run` answers what became of a call, after a person's yes where `approves`. */
const sessionOf = (tools, session, keepsTaint) => {
  let tainted = false;
  let id = 0;
  return async (call, { approves, ...meta }) => {
    const init = { id: String(++id), session, tool: call.tool, args: call.args, meta };
    const context = { policy: everything, taint: keepsTaint && tainted ? 'tainted' : 'clean' };
    let outcome = await dispatch(tools, init, context);
    const asked = outcome.status === 'pending';
    if (asked && approves) outcome = await dispatch(tools, init, { ...context, approved: outcome.request });
    tainted ||= outcome.untrusted === true;
    return { asked, ran: outcome.status === 'executed' };
  };
};

/** Every task and every pair of a suite, with one contender. */
export const replay = async (suite, { tools, keepsTaint = false, says = async () => {} }) => {
  const acting = actingOf(suite);
  const totals = { tasks: 0, tasksAsking: 0, approvals: 0, pairs: 0, pairsRan: 0, pairsRanFirst: 0, asking: [] };
  let sessions = 0;
  const start = async (task) => {
    const session = `${++sessions}`;
    await says(session, task.prompt);
    return sessionOf(tools, session, keepsTaint);
  };
  const user = (task, index) => ({
    approves: true,
    result: resultOf(task.calls, index),
    injected: task.tainted.includes(index),
  });
  const injected = async (run, injection) => {
    let ran = false;
    for (const call of injection.calls) {
      const outcome = await run(call, { approves: false });
      ran ||= outcome.ran && acting.has(call.tool);
    }
    return ran;
  };
  for (const task of suite.userTasks) {
    totals.tasks += 1;
    const alone = await start(task);
    let approvals = 0;
    for (const [index, call] of task.calls.entries()) {
      if ((await alone(call, user(task, index))).asked) approvals += 1;
    }
    totals.approvals += approvals;
    if (approvals > 0) totals.tasksAsking += 1;
    if (approvals > 0) totals.asking.push(`${task.id}: ${approvals}`);
    for (const injection of suite.injectionTasks.filter(({ calls }) => calls.length > 0)) {
      totals.pairs += 1;
      const after = await start(task);
      for (const [index, call] of task.calls.entries()) await after(call, user(task, index));
      if (await injected(after, injection)) totals.pairsRan += 1;
      const first = await start(task);
      let ran = false;
      for (const [index, call] of task.calls.entries()) {
        await first(call, user(task, index));
        if (index === task.tainted[0]) ran = await injected(first, injection);
      }
      if (ran) totals.pairsRanFirst += 1;
    }
  }
  return totals;
};
