import { stack, type ToolExecutor } from '@pawl/core';
import { redaction } from '@pawl/decorators';
import {
  type Checkpoint,
  journalApprovals,
  openFileJournal,
  type SignedApprovalRequest,
  type SignedApprovalResponse,
  signRequest,
} from '@pawl/journal';
import { registry } from '@pawl/registry';
import { type DelegateRecord, journalTranscript, type Message, runTurn, type ToolMessage } from '@pawl/runtime';
import { workspace } from '@pawl/workspace';
import { answersIn, homeAt, ringOf, session, signerOf } from './home.js';
import { clerk, summariser } from './models.js';

/** What one leg of the turn, a process of its own, tells when it ends. */
export interface LegReport {
  readonly pid: number;
  readonly status: string;
  /** What the person is asked, signed. */
  readonly requests: readonly SignedApprovalRequest[];
  /** The same for people. */
  readonly questions: readonly string[];
  /** Calls with their results, in order. */
  readonly results: readonly Pick<ToolMessage, 'callId' | 'tool' | 'status' | 'output'>[];
  readonly said: string;
  readonly delegations: readonly Pick<DelegateRecord, 'agent' | 'outcome' | 'seeded'>[];
  readonly journal: string;
  readonly checkpoint: Checkpoint;
}

const beginning: readonly Message[] = [
  { role: 'system', text: 'You keep the notes of a small office.' },
  { role: 'user', text: 'Look at the notes and write a report.' },
];

const toolsOver = (root: string): ToolExecutor =>
  stack(redaction())(
    registry([{ name: 'files', executor: workspace({ root }), origin: 'local-sandbox', capabilities: 'owner' }]),
  );

/** Goes on with the turn from its journal for as long as nobody must be asked. */
export const runLeg = async (directory: string, root: string): Promise<LegReport> => {
  const home = homeAt(directory);
  const [signer, keys] = [await signerOf(home, 'agent'), await ringOf(home)];
  await using journal = await openFileJournal({ directory: home.journals, session, signer, keys });
  const approvals = await journalApprovals(journal, { keys });
  for (const answer of await answersIn(home)) await approvals.answer(JSON.parse(answer) as SignedApprovalResponse); // verified there
  const transcript = journalTranscript(journal);
  let kept = await transcript.load();
  if (kept.messages.length === 0) {
    for (const message of beginning) await transcript.onMessage(message);
    kept = await transcript.load();
  }
  const result = await runTurn({
    model: clerk(),
    executor: toolsOver(root),
    messages: kept.messages,
    options: {
      session,
      caller: 'mara',
      journal,
      approvals,
      onMessage: transcript.onMessage,
      ...(kept.state === undefined ? {} : { state: kept.state }),
      delegates: [
        {
          agent: 'summariser',
          instructions: 'You summarise notes.',
          model: summariser(),
          tools: ['file_read', 'file_write'],
          shareIn: { allow: ['notes/*.md'], maxFiles: 5, maxBytes: 100_000 },
        },
      ],
    },
  });
  const requests: SignedApprovalRequest[] = [];
  for (const { request, worker } of result.pendingApprovals) {
    const signed = await signRequest(request, { signer, ...(worker === undefined ? {} : { worker: worker.id }) });
    await approvals.ask(signed);
    requests.push(signed);
  }
  await transcript.keepState(result.state);
  const spoken = result.messages.findLast((message) => message.role === 'assistant');
  return {
    pid: process.pid,
    status: result.status,
    requests,
    questions: result.pendingApprovals.map(
      ({ tool, reason, worker }) => `${tool}${worker === undefined ? '' : ` of worker ${worker.agent}`}: ${reason}`,
    ),
    results: result.messages.flatMap((message) => (message.role === 'tool' ? [message] : [])),
    said: spoken?.text ?? '',
    delegations: result.delegations,
    journal: journal.path,
    checkpoint: await journal.checkpoint(),
  };
};

const [directory, root] = process.argv.slice(2);
if (directory === undefined || root === undefined) throw new Error('usage: leg.js <home> <root>');
process.stdout.write(JSON.stringify(await runLeg(directory, root)));
