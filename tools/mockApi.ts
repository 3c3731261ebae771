/** `npm run api:mock`: the demo town as an API on another origin; `-- --help` says what it can do. */
import { parseArgs } from 'node:util';
import { requireFreePort } from '../server/process/ports.ts';
import { DEMO } from '../server/config.ts';
import { addressReplies, REPLY_WORDS } from '../tests/mocks/addressReplies.ts';
import { MAGIC_INPUTS } from '../tests/mocks/magic.ts';
import { startMockApi } from '../testkit/mockApi.ts';

const words = Object.entries(REPLY_WORDS).map(([word, { what }]) => `  ${word.padEnd(10)} ${what}`);
const HELP = `npm run api:mock                                  on port 8002
npm run api:mock -- --port 9000
npm run api:mock -- --slow 5000                   every answer 5 seconds later
npm run api:mock -- --reply listJobs:500,listAds:never

What can stand behind the colon: a status from 200 to 599, or
${words.join('\n')}`;

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8002' },
      slow: { type: 'string', default: '0' },
      reply: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const [port, slowMs] = [Number(values.port), Number(values.slow)];
  if (!Number.isInteger(port) || !Number.isInteger(slowMs) || slowMs < 0)
    throw new Error('--port and --slow are whole numbers.');
  const replies = addressReplies(`?mock=${values.reply}`);
  await requireFreePort({ port, host: 'localhost', variable: '--port' });
  const { base } = await startMockApi({ port, slowMs, replies });
  const inputs = MAGIC_INPUTS.map(({ value, where, what }) => `  ${value}  ${where}: ${what}`);
  console.log(`The demo town answers at ${base}
Sign-ins: fundi ${DEMO.fundiPhone}, client ${DEMO.clientPhone}, password ${DEMO.password}

See the app on it:   npm run dev -- --api ${base}
Prove it:            npm run conformance -- --url ${base} --phone 0711222333

Inputs that fail (any other phone number pays):
${inputs.join('\n')}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
