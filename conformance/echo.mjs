// A tool program: gives its text back.
import { serveTools } from '@pawl/subprocess/serve';

await serveTools({ echo: ({ text = '' }) => ({ said: text }) });
