import { capabilities, dispatch, stack, toolCall } from '../../packages/core/dist/index.js';
import {
  approvalCache,
  approvalMemory,
  narrowing,
  redaction,
  retrievalGate,
} from '../../packages/decorators/dist/index.js';
import { toolset } from '../../packages/registry/dist/index.js';
import { serve } from '../serve.mjs';

const input = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const base = toolset(
  {
    weather: {
      description: 'Says how warm it is in a city',
      input,
      annotations: { readOnlyHint: true, openWorldHint: false },
      capabilities: capabilities('fixed-connector-read'),
      run: () => 'fine',
    },
    forget: { description: 'Forgets everything', input, run: () => 'fine' },
  },
  { workspace: 'none' },
);
const guarded = stack(
  retrievalGate({ query: 'how warm is it in Oslo', k: 5 }),
  approvalCache({ memory: approvalMemory() }),
  redaction(),
  narrowing({ deny: ['forget'] }),
)(base);
const call = toolCall({ id: '1', tool: 'weather', args: { city: 'Oslo' }, session: 's' });

const first = await dispatch(guarded, call);
if (first.status !== 'executed') throw new Error(`the guarded call was ${first.status}`);

serve(() => dispatch(guarded, call));
