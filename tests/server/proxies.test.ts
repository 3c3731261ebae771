/** The address of a caller in the log, in the limits and in the health check: never one that was made up. */
import { expect, it } from 'vitest';
import { createLogger } from '../../server/process/log.ts';
import { startHarness } from '../../testkit/serverHarness.ts';

const CALLER = '203.0.113.7';
/** What the caller sends, and behind it what each proxy adds: the address that it sees. */
const FORGED = '10.9.1.1';

it.each([
  ['1', `${FORGED}, ${CALLER}`, CALLER],
  ['127.0.0.1', `${FORGED}, ${CALLER}`, CALLER],
  ['false', FORGED, '127.0.0.1'],
])('with TRUST_PROXY=%s, "%s" is a call of %s', async (TRUST_PROXY, forwarded, address) => {
  const addresses: unknown[] = [];
  const write = (line: string) => void addresses.push((JSON.parse(line) as { ip?: string }).ip);
  const log = createLogger('debug', { write });
  const server = await startHarness({ env: { TRUST_PROXY }, log });
  // The limits count by the address that is logged.
  const headers = { 'x-forwarded-for': forwarded };
  const told = await server.app.inject({ url: '/healthz', headers, remoteAddress: '127.0.0.1' });
  expect([told.headers['x-caller'], ...addresses]).toEqual([address, address]);
  await server.close();
});
