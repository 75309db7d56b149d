import { describe, expect, it } from 'vitest';
import { readMessages } from './read-message.js';

describe('readMessages', () => {
  it('reads a message, and a batch of them', () => {
    const message = { jsonrpc: '2.0', id: 1, result: {} };
    expect(readMessages(JSON.stringify(message))).toEqual([message]);
    expect(readMessages(JSON.stringify([message, 7, message]))).toEqual([message, message]);
  });

  it.each(['starting up', '{"level":"info"}', 'null', '42', '[]', '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":1}'])(
    'takes %s for no message',
    (line) => {
      expect(readMessages(line)).toEqual([]);
    },
  );

  it('digs no message out of a log line, which may quote anybody', () => {
    expect(readMessages('read: {"jsonrpc":"2.0","id":1,"result":{}}')).toEqual([]);
  });
});
