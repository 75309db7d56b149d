import { readFile } from 'node:fs/promises';
import { capabilities, type ToolExecutor } from '@pawl/core';
import { toolset } from '@pawl/registry';
import { z } from 'zod';

/** A few plain functions beside the server: one sends something out, one streams a file. */
export const officeTools = (outbox: string[], path: (...parts: readonly string[]) => string): ToolExecutor =>
  toolset(
    {
      send_report: {
        description: 'Sends a report to an address outside',
        input: z.object({ to: z.string(), text: z.string() }),
        needsApproval: false,
        capabilities: capabilities('arbitrary-egress'),
        annotations: { destructiveHint: false, openWorldHint: false },
        run: ({ to, text }) => {
          outbox.push(`to ${to}: ${text}`);
          return { sent: true };
        },
      },
      read_mail: {
        description: 'Reads the mail that came from outside',
        capabilities: capabilities('fixed-connector-read'),
        annotations: { readOnlyHint: true, openWorldHint: true },
        run: () => readFile(path('notes', 'mail.md'), 'utf8'),
      },
      tail_note: {
        description: 'Streams a note, a few characters at a time',
        input: z.object({ name: z.string().regex(/^[a-z]+\.md$/) }),
        capabilities: capabilities('local-read'),
        annotations: { readOnlyHint: true, openWorldHint: false },
        stream: async function* ({ name }) {
          const text = await readFile(path('notes', name), 'utf8');
          for (let at = 0; at < text.length; at += 5) yield text.slice(at, at + 5);
        },
      },
    },
    { workspace: 'none' },
  );
