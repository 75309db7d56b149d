import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { serve } from '../serve.mjs';

const schema = z.object({ city: z.string() });
const weather = tool(() => 'fine', { name: 'weather', description: 'Says how warm it is in a city', schema });

serve(() => weather.invoke({ city: 'Oslo' }));
