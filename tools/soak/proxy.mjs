// A line between a client and an HTTP server that can be cut, closed and slowed down.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Listens on loopback; `port()` says where the server is now. */
export const openProxy = async (port) => {
  const pairs = new Set();
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = connect(port(), '127.0.0.1');
    const pair = { client, upstream, pauses: 0 };
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const { client, upstream } of [...pairs]) {
      client.destroy();
      upstream.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    cut,
    /** Lets nobody through. */
    shut: () => {
      isOpen = false;
      cut();
    },
    reopen: () => {
      isOpen = true;
    },
    /** Stops taking what the server sends, until the function it returns is called; of several, until the last is. */
    pause: () => {
      const paused = [...pairs];
      for (const pair of paused) if (pair.pauses++ === 0) pair.upstream.unpipe(pair.client).pause();
      return () => {
        for (const pair of paused) if (--pair.pauses === 0) pair.upstream.pipe(pair.client);
      };
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
};
