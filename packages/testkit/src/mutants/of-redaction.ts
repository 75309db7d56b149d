import type { ExecutorMember } from '@pawl/core';
import { type RedactorFault, redactor } from '../reference/redactor.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

/** Made up for the kit; they open nothing. */
export const plantedSecrets: readonly string[] = ['tok_PLANTED0123456789abcdef', 'PLANTED-xyzzy-quux-31415'];

const missing = (
  law: string,
  member: ExecutorMember,
  fault: RedactorFault,
  breaks: string,
  reference?: string,
): Mutant =>
  written(law, member, breaks, {
    subject: (name) =>
      wrapperSubject({ name, layer: redactor(plantedSecrets, [fault]), secrets: plantedSecrets, holdBack: 64 }),
    ...(reference === undefined ? {} : { reference }),
  });

/** Mutants of the laws about redaction and of those about what a stream reveals. */
export const ofRedaction: readonly Mutant[] = [
  missing('RED-01', 'postDispatch', 'failures', 'a redactor that does not look at failures'),
  missing('RED-01', 'postDispatch', 'causes', 'a redactor that does not look at causes'),
  missing(
    'RED-01',
    'postDispatch',
    'failure-output',
    'a redactor that does not look at the content of an error',
    'bytedance/deer-flow PR5527',
  ),
  missing('RED-01', 'postDispatch', 'escapes', 'a redactor that a backslash escape gets past'),
  missing('RED-01', 'postDispatch', 'keys', 'a redactor that does not look at keys'),
  missing('RED-01', 'postDispatch', 'arrays', 'a redactor that does not scan arrays of blocks', 'langchain PR39894'),
  missing('RED-01', 'postDispatch', 'meta', 'a redactor that does not look at meta'),
  missing('RED-01', 'postDispatch', 'error-names', 'a redactor that takes a plain result for an error it looked at'),
  missing('RED-01', 'postDispatch', 'unknown-members', 'a redactor that looks at the members it knows'),
  missing('RED-01', 'execute', 'progress', 'a redactor that lets progress messages through'),
  missing('RED-01', 'executeStream', 'stream', 'a redactor that looks at the finished answer only', 'api7/aisix#204'),
  missing(
    'RED-01',
    'executeStream',
    'chunk-boundaries',
    'a redactor that looks at each chunk alone',
    'managoat/fountain#2359, hermes-agent PR56040',
  ),
  missing('RED-01', 'executeStream', 'stream-data', 'a redactor that looks at text chunks only'),
  missing('RED-01', 'executeStream', 'stream-progress', 'a redactor that lets progress chunks through'),
  missing(
    'RED-01',
    'postDispatch',
    'json-in-text',
    'a redactor that does not read JSON inside text',
    'microsoft-agentic-harness#391',
  ),
  written('RED-01', 'forWorker', 'a redactor that hands out the worker bare', {
    subject: (name) => {
      const layer = redactor(plantedSecrets);
      return wrapperSubject({
        name,
        touches: layer.touches,
        wrap: (inner) => ({ ...layer(inner), forWorker: (scope) => inner.forWorker(scope) }),
        secrets: plantedSecrets,
        holdBack: 64,
      });
    },
  }),
  missing(
    'RED-02',
    'postDispatch',
    'breaks-json',
    'a redactor that breaks the JSON it edits',
    'paperclipai/paperclip#9856',
  ),
  missing('RED-02', 'postDispatch', 'copies', 'a redactor that copies what is clean'),
  missing(
    'RED-02',
    'postDispatch',
    'drops-plain-blocks',
    'a redactor that drops blocks it does not know',
    'openclaw#82912',
  ),
  missing(
    'STR-01',
    'executeStream',
    'stream',
    'a stream that reveals what the unary call hides',
    'langchain-ai/langchain#35011',
  ),
  missing(
    'STR-03',
    'executeStream',
    'collapses-stream',
    'a redactor that waits for the whole stream',
    'BerriAI/litellm#41611',
  ),
  missing('STR-03', 'executeStream', 'holds-everything', 'a redactor that holds all text back'),
  missing('STR-03', 'executeStream', 'drops-data', 'a redactor that drops data chunks'),
];
