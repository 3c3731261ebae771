/** `npm run conformance -- --url https://api.example.co.ke/api`: does the app work with this API? */
import { parseArgs } from 'node:util';
import { parsedUrl, isPhone } from '../../src/contract/rules.ts';
import { printed } from './print.ts';
import { FREE_PREFIX, PARTS, runConformance } from './run.ts';
import { Unreachable } from './sending.ts';
import { MARK } from './town.ts';

const HELP = `npm run conformance -- --url https://api.example.co.ke/api

  --origin https://www.example.co.ke   where the app is hosted; without it the API's own origin, and
                                       CORS is not looked at
  --phone 0711222333                   prompts this number for Ksh 100, for real: answer the prompt.
                                       Without it payments are not tried
  --prefix 0712                        the first digits of the numbers that people are registered
                                       with; ${FREE_PREFIX} by default, which no network of Kenya uses
  --only createJob,transport           these calls alone; transport is CORS, time, caches

It registers people of its own, named "${MARK}", and deletes the jobs and ads that it made.
Ends with 0 when the app works with the API, 1 when something breaks it, 2 when it could not be tried.`;

function options() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      origin: { type: 'string' },
      phone: { type: 'string' },
      prefix: { type: 'string', default: FREE_PREFIX },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return values;
  for (const name of ['url', 'origin'] as const) {
    if (!/^https?:$/.test(parsedUrl(values[name] ?? values.url ?? '')?.protocol ?? ''))
      throw new Error(`--${name} is missing, or is no address with http:// or https://.`);
  }
  if (values.phone !== undefined && !isPhone(values.phone))
    throw new Error('--phone is a number of ten digits, such as 0711222333.');
  if (!/^0\d{1,5}$/.test(values.prefix)) throw new Error('--prefix begins with 0, such as 0712.');
  const unknown = values.only?.split(',').find((part) => !PARTS.includes(part));
  if (unknown !== undefined)
    throw new Error(`--only: "${unknown}" is none of ${PARTS.join(', ')}.`);
  return values;
}

try {
  const { url = '', origin, phone, prefix, only, help } = options();
  if (help) console.log(HELP);
  else {
    const report = await runConformance({
      url,
      origin: origin && new URL(origin).origin,
      phone,
      prefix,
      only: only?.split(','),
    });
    console.log(printed(report));
    process.exitCode = report.isGood ? 0 : 1;
  }
} catch (error) {
  // A fault of the kit itself has a stack that helps.
  const isExpected = error instanceof Unreachable || (error as Error).constructor === Error;
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 2;
}
