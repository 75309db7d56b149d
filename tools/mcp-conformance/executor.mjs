// The tools that the suite's server scenarios call, as far as an executor can have them.
import { setTimeout as wait } from 'node:timers/promises';
import { defineExecutor, NONE, ToolFailure, unknownTool } from '@pawl/core';

const image = {
  type: 'image',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
};

const audio = {
  type: 'audio',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==',
  mimeType: 'audio/wav',
};

const text = (value) => ({ type: 'text', text: value });

const resource = (uri, mimeType, value) => ({ type: 'resource', resource: { uri, mimeType, text: value } });

const noArguments = { type: 'object', properties: {} };

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

const stepMs = 50;

const withProgress = async ({ onProgress, signal }) => {
  for (const fraction of [0, 0.5, 1]) {
    if (fraction > 0) await wait(stepMs, undefined, { signal });
    onProgress?.({ fraction });
  }
  return [text('Three steps were made.')];
};

const fail = async () => {
  throw new ToolFailure('This tool intentionally returns an error for testing', { code: 'tool-error' });
};

const tool = (name, description, run, inputSchema = noArguments) => ({
  spec: { name, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
  run,
});

const elicitation = tool(
  'test_elicitation',
  'Answers once a person has agreed',
  async () => [text('User response: the call was approved')],
  { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
);

const tools = [
  tool('test_simple_text', 'Answers with text', async () => [text('This is a simple text response for testing.')]),
  tool('test_image_content', 'Answers with an image', async () => [image]),
  tool('test_audio_content', 'Answers with a sound', async () => [audio]),
  tool('test_embedded_resource', 'Answers with a resource', async () => [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  tool('test_multiple_content_types', 'Answers with three kinds of content', async () => [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  tool('test_tool_with_progress', 'Tells how far it has come', withProgress),
  tool('test_error_handling', 'Always fails', fail),
  tool('json_schema_2020_12_tool', 'Has a schema of JSON Schema 2020-12', async () => [text('done')], schema2020),
  elicitation,
];

/** An executor with the tools above, of which `test_elicitation` asks a person first. */
export const suiteExecutor = () => {
  const byName = new Map(tools.map((one) => [one.spec.name, one]));
  const specs = Object.freeze(tools.map(({ spec }) => spec));
  return defineExecutor({
    workspace: 'none',
    specs: () => specs,
    needsApproval: (name) => name === elicitation.spec.name,
    requiredCapabilities: () => NONE,
    ingestsUntrustedContent: () => false,
    execute: async (call) => {
      const found = byName.get(call.tool);
      if (found === undefined) throw unknownTool(call.tool);
      return { output: { content: await found.run(call) } };
    },
  });
};
