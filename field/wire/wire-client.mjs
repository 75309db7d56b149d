// A client that knows nothing of results: it sends JSON-RPC over a transport of the official client and keeps what comes.
const protocolVersion = '2025-11-25';

const silence = Object.freeze({ silence: true });

/** How long an answer may take, in milliseconds; what takes longer is reported as silence. */
const patienceMs = 10_000;

/**
 * Opens a conversation. `capabilities` is what the client says it can do, `answer` what it says to requests of the
 * server's, and `onNotification` is told of notifications; by default they are kept in `heard`.
 */
export const wireClient = async (
  transport,
  { capabilities = {}, answer = () => undefined, onNotification = (message, heard) => void heard.push(message) } = {},
) => {
  const pending = new Map();
  const heard = [];
  let ids = 0;
  let isClosed = false;
  transport.onclose = () => {
    isClosed = true;
    for (const settle of pending.values()) settle({ closed: true });
    pending.clear();
  };
  transport.onerror = () => {};
  transport.onmessage = (message) => {
    if (message.method === undefined) {
      pending.get(message.id)?.(message);
      pending.delete(message.id);
    } else if (message.id === undefined) onNotification(message, heard);
    else {
      const result = answer(message);
      const reply = result === undefined ? { error: { code: -32_601, message: 'Method not found' } } : { result };
      transport.send({ jsonrpc: '2.0', id: message.id, ...reply }).catch(() => {});
    }
  };
  await transport.start();
  const notify = (method, params) =>
    transport.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }).catch(() => {});
  /** Sends a request; the promise has the request's `id`. What comes is `{result}`, `{error}`, `{silence}` or `{closed}`. */
  const request = (method, params, waitMs = patienceMs) => {
    const id = ++ids;
    if (isClosed) return Object.assign(Promise.resolve({ closed: true }), { id });
    let timer;
    const reply = new Promise((resolve) => {
      pending.set(id, resolve);
      timer = setTimeout(() => resolve(silence), waitMs);
      transport
        .send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
        .catch((error) => resolve({ unsent: String(error.message).split('\n')[0].slice(0, 200) }));
    }).then(({ jsonrpc: _version, id: _id, ...rest }) => {
      clearTimeout(timer);
      pending.delete(id);
      return rest;
    });
    return Object.assign(reply, { id });
  };
  const opened = await request('initialize', {
    protocolVersion,
    capabilities,
    clientInfo: { name: 'field', version: '1.0.0' },
  });
  if (opened.result === undefined) throw new Error(`no conversation: ${JSON.stringify(opened)}`);
  transport.setProtocolVersion?.(opened.result.protocolVersion);
  await notify('notifications/initialized');
  return {
    opened: opened.result,
    heard,
    request,
    notify,
    call: (name, args, meta) =>
      request('tools/call', {
        name,
        ...(args === undefined ? {} : { arguments: args }),
        ...(meta === undefined ? {} : { _meta: meta }),
      }),
    close: () => transport.close().catch(() => {}),
  };
};
