// The scenarios that are known not to pass: why, and by which words of the suite that reason is recognised.

/** The capability is neither there nor claimed, and its requests are answered as the protocol says. */
const notServed = (what) => ({
  kind: 'not offered',
  reason: `\`serveMcp\` serves tools alone. It claims no ${what} and answers a request for them with “method not found”.`,
  shows: ['MCP error -32601: Method not found'],
});

/** The executor has no tool of that name, and `serveMcp` says so. */
const noSuchTool = (tool, reason) => ({ kind: 'not offered', reason, shows: [`"${tool}"`] });

const messages = notServed('log messages');
const resources = notServed('resources');
const prompts = notServed('prompts');

const ownForm =
  'Its tool asks the client’s user with a form of its own. A call of the contract carries no channel for that: the one ' +
  'question that `serveMcp` asks is whether a call may run.';
const ownModel = 'Its tool asks the client’s model. A call of the contract carries no channel for that.';

const noResuming =
  '`serveMcp` keeps no sent events, so a stream that broke cannot be resumed, and it sends neither the first event nor the ' +
  '`retry` time that resuming needs. The protocol recommends both and requires neither.';

/**
 * By scenario. `shows` are words of which each complaint of the suite must have some; an entry whose scenario passes, or
 * fails in another way, counts as a failure of the run.
 */
export const expected = new Map([
  ['logging-set-level', messages],
  ['completion-complete', notServed('completions')],
  ['tools-call-with-logging', messages],
  ['tools-call-sampling', noSuchTool('test_sampling', ownModel)],
  ['elicitation-sep1034-defaults', noSuchTool('test_elicitation_sep1034_defaults', ownForm)],
  ['elicitation-sep1330-enums', noSuchTool('test_elicitation_sep1330_enums', ownForm)],
  ['server-sse-polling', { kind: 'warning', reason: noResuming, shows: ['priming event', 'retry field'] }],
  ['resources-list', resources],
  ['resources-read-text', resources],
  ['resources-read-binary', resources],
  ['resources-templates-read', resources],
  ['resources-subscribe', resources],
  ['resources-unsubscribe', resources],
  ['prompts-list', prompts],
  ['prompts-get-simple', prompts],
  ['prompts-get-with-args', prompts],
  ['prompts-get-embedded-resource', prompts],
  ['prompts-get-with-image', prompts],
]);

/** What a reader should know of a scenario that passes. */
export const remarks = new Map([
  [
    'tools-call-elicitation',
    'The question is Pawl’s own, whether the call may run, and not the form that the scenario describes; the suite looks only whether one is asked.',
  ],
  [
    'tools-call-with-progress',
    'Progress is a fraction of 1 where the scenario describes hundredths; the suite looks only whether it rises.',
  ],
]);
