import { RunContext, tool } from '@openai/agents';
import { z } from 'zod';
import { serve } from '../serve.mjs';

const parameters = z.object({ city: z.string() });
const weather = tool({
  name: 'weather',
  description: 'Says how warm it is in a city',
  parameters,
  execute: () => 'fine',
});
const context = new RunContext();
const text = JSON.stringify({ city: 'Oslo' });

serve(() => weather.invoke(context, text));
