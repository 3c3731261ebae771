/** The server of the payments run: the real one, with short times. */
import { buildApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createLogger } from '../../server/process/log.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import { createPayments } from '../../server/payments/service.ts';
import { SHORT_TIMINGS } from '../../testkit/payingTown.ts';

const config = loadConfig(process.env);
const database = await openDatabase(config);
const daraja = createDaraja(config.mpesa, { timeoutMs: 10_000 });
const app = await buildApp({
  config,
  db: database.db,
  log: createLogger(config.logLevel),
  payments: (ctx) => createPayments(ctx, daraja, SHORT_TIMINGS),
});
process.once('SIGTERM', () => void app.close().then(() => database.close()));
await app.listen({ port: config.port, host: '127.0.0.1' });
