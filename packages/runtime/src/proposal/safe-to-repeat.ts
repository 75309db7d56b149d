import { specsByName, strictSpecs } from '@pawl/core';
import { mayRunAgain } from '../log/may-run-again.js';
import type { ProposalRun } from './proposal-run.js';

/** Whether the tool itself says that running twice changes nothing more. The author of a proposal cannot say it. */
export const isSafeToRepeat = (run: ProposalRun, tool: string): boolean =>
  mayRunAgain(specsByName(run.context.advertised ?? strictSpecs(run.executor)).get(tool)?.annotations);
