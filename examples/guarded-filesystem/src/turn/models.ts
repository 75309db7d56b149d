import { type ChatModel, type Message, type ScriptedStep, scriptedModel } from '@pawl/runtime';

const answered = (messages: readonly Message[]): number => messages.filter(({ role }) => role === 'assistant').length;

/** A model that says the next line of its script, whichever process asks: how far it got is in the transcript. */
const following = (name: string, lines: readonly ScriptedStep[]): ChatModel => {
  const next: ScriptedStep = (request) => {
    const line = lines[answered(request.messages)];
    if (line === undefined) throw new Error(`${name} has said all of its script`);
    return typeof line === 'function' ? line(request) : line;
  };
  return scriptedModel(
    lines.map(() => next),
    name,
  );
};

/** Reads a note itself, and gives the summary to a worker; then wants to write the report. */
export const clerk = (): ChatModel =>
  following('clerk', [
    {
      text: 'I read the deploy notes, and let the summariser look at all notes.',
      toolCalls: [
        { id: 'read-1', tool: 'file_read', args: { path: 'notes/deploy.md' } },
        {
          id: 'delegate-1',
          tool: 'delegate_to',
          args: { agent: 'summariser', task: 'Summarise the notes in summary.md', share_in: ['notes'] },
        },
      ],
    },
    {
      text: 'Now the report.',
      toolCalls: [
        { id: 'write-1', tool: 'file_write', args: { path: 'report.md', content: '# Report\n\nAll is well.\n' } },
      ],
    },
    { text: 'The report is written.' },
  ]);

/** Reads what it was given, and writes in its own subtree. */
export const summariser = (): ChatModel =>
  following('summariser', [
    { toolCalls: [{ id: 'inner-read', tool: 'file_read', args: { path: 'notes/mail.md' } }] },
    {
      toolCalls: [
        {
          id: 'inner-write',
          tool: 'file_write',
          args: { path: 'summary.md', content: 'Two notes, one of them strange.\n' },
        },
      ],
    },
    { text: 'Two notes: one says how to deploy, the other is from a stranger who wants it.' },
  ]);
