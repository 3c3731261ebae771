/** The mocks in a browser, for `npm run dev -- --mock`: the app alone, without any server. */
import { http, HttpResponse } from 'msw/http';
import { setupWorker } from 'msw/browser';
import { addressReplies } from './addressReplies.ts';
import { db } from './db.ts';
import { guide } from './guide.ts';
import { mswHandlers } from './network.ts';
import { calls, mock, resetOverrides } from './overrides.ts';
import { drawnPicture } from './picture.ts';
import { openTown } from './storedTown.ts';
import { reset } from './town.ts';

const tools = { mock, calls, db, reset, resetOverrides };

declare global {
  /** For the browser's console: `mocks.mock('listFundis', 500)`. */
  var mocks: typeof tools | undefined;
}

const readForm = async (request: Request) => Object.fromEntries(await request.formData());

/** The pictures of ads, which a server would have stored. */
const pictures = http.get('*/media/*', () => {
  const headers = { 'Content-Type': 'image/svg+xml' };
  return new HttpResponse(drawnPicture('#0e5245'), { headers });
});

/**
 * Answers all calls of the app below `/api` on its own origin. Resolves when the first call can go
 * out; throws when the address names an unknown reply.
 *
 * @param startedAt when the development server was started
 */
export async function startMocks(startedAt: number): Promise<void> {
  db.offersPayBill = true;
  const store = openTown(startedAt);
  for (const [name, reply] of addressReplies(location.search)) mock(name, reply);
  const base = `${location.origin}/api`;
  const unknown = http.all(`${base}/*`, () =>
    HttpResponse.json({ error: 'The mocks know no such call.' }, { status: 404 }),
  );
  const worker = setupWorker(...mswHandlers(base, readForm), pictures, unknown);
  worker.events.on('response:mocked', store);
  // The rest are the files of the development server.
  await worker.start({ onUnhandledFrame: 'bypass' });
  globalThis.mocks = tools;
  // oxlint-disable-next-line no-console
  console.info(guide());
}
