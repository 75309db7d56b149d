import { writeSync } from 'node:fs';
import { createClient } from 'redis';
import { keyRing } from '../../src/index.js';
import { redisApprovals } from '../../src/redis/index.js';

/** Once told to, tries the call that it is given as often as it is told, all at once; says how often it may run. */
const [url = '', prefix = '', agentPem = '', approverPem = '', request = '', tries = ''] = process.argv.slice(2);
const client = await createClient({ url }).connect();
const keys = keyRing([
  { key: agentPem, uses: ['journal'] },
  { key: approverPem, uses: ['approval'] },
]);
const approvals = redisApprovals({ client, session: 'chat-42', keys, prefix });
writeSync(1, 'ready\n');
process.stdin.resume().once('end', async () => {
  const results = await Promise.all(Array.from({ length: Number(tries) }, () => approvals.use(JSON.parse(request))));
  writeSync(1, `${results.map((result) => (result.ok ? 'ok' : result.code)).join(' ')}\n`);
  await client.close();
});
