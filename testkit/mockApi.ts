/** The mocks of the tests as an API over HTTP, on an origin of its own, with the demo town in it. */
import { getResponse } from 'msw';
import {
  DEMO_ADS,
  DEMO_JOBS,
  demoClientNote,
  demoName,
  demoPlace,
  demoTrade,
  phoneMaker,
} from '../server/demo/makePeople.ts';
import { createRandom } from '../server/demo/random.ts';
import { DEMO } from '../server/config.ts';
import type { EndpointName } from '../src/contract/endpoints.ts';
import { addAd, addClient, addFundi, addJob } from '../tests/mocks/db.ts';
import { inDays } from '../tests/mocks/factories.ts';
import { mswHandlers } from '../tests/mocks/network.ts';
import { mock, resetOverrides } from '../tests/mocks/overrides.ts';
import type { Reply } from '../tests/mocks/overrides.ts';
import { drawnPicture } from '../tests/mocks/picture.ts';
import { reset } from '../tests/mocks/town.ts';
import { serveFetch } from './serveFetch.ts';
import type { Answering, Served } from './serveFetch.ts';

interface MockApiOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** How late every answer comes, in ms. */
  slowMs?: number;
  /** What calls answer in the place of the usual answer. */
  replies?: [EndpointName, Reply][];
  /** What stands between the network and the mocks, whose answers it may change. */
  through?: (request: Request, usual: Answering) => Promise<Response>;
}

const FUNDIS = 60;
const COLOURS = ['#0e5245', '#7a1f2b', '#1f3a4d', '#c8553d'];
/** Where the records of the mocks have their pictures. */
const MEDIA = 'http://localhost:8000/media/';

/** Adds the people, jobs and ads of the demo town, with its two sign-ins. */
function fillDemoTown(): void {
  const random = createRandom(7254);
  const phone = phoneMaker(random, [DEMO.fundiPhone, DEMO.clientPhone]);
  const { password } = DEMO;
  const clients = Array.from({ length: 8 }, () =>
    addClient({
      name: demoName(random),
      phone_number: phone(),
      password,
      role_note: demoClientNote(random),
    }),
  );
  const peter = addClient({ name: 'Peter Otieno', phone_number: DEMO.clientPhone, password });
  for (let at = 0; at < FUNDIS; at += 1) {
    const { skills, rates } = demoTrade(random);
    addFundi({
      name: demoName(random),
      phone_number: phone(),
      password,
      skills: random.chance(0.9) ? skills : null,
      location: random.chance(0.9) ? demoPlace(random) : null,
      rate_note: random.chance(0.85) ? random.pick(rates) : null,
      is_available: random.chance(0.88),
      show_contact: random.chance(0.9),
      subscription_end: inDays(random.whole(2, 29)),
    });
  }
  addFundi({
    name: 'Wanjiku Kamau',
    phone_number: DEMO.fundiPhone,
    password,
    skills: 'Electrical wiring, Solar installation, CCTV installation',
  });
  for (const [at, { title, description }] of DEMO_JOBS.entries()) {
    const isPaid = at % 8 !== 5;
    const owner = at % 10 === 0 || at === 5 ? peter : random.pick(clients);
    const location = demoPlace(random).trim();
    const created_at = inDays(-at / 2);
    addJob(owner, { title, description, location, created_at, is_active: isPaid, is_paid: isPaid });
  }
  for (const [at, { title, description, link, picture }] of DEMO_ADS.entries()) {
    const ad = addAd(at % 3 === 1 ? peter : random.pick(clients), { title, description, link });
    if (picture === null) ad.image_url = null;
  }
}

const readForm = async (request: Request) => Object.fromEntries(await request.formData());

/** Starts it with a new town; `base` is the address of its API. */
export async function startMockApi({
  port = 0,
  slowMs = 0,
  replies = [],
  through = (request, usual) => usual(request),
}: MockApiOptions = {}): Promise<Served & { base: string }> {
  resetOverrides();
  reset({ empty: true });
  fillDemoTown();
  for (const [name, reply] of replies) mock(name, reply);
  let handlers: ReturnType<typeof mswHandlers> = [];
  const usual = async (request: Request) => {
    // Behind a proxy the host is another one.
    const { origin, pathname, search } = new URL(request.url);
    const picture = /^\/media\/.*?(\d+)\.webp$/.exec(pathname)?.[1];
    if (picture !== undefined) {
      const colour = COLOURS[Number(picture) % COLOURS.length] ?? '';
      return new Response(drawnPicture(colour), { headers: { 'content-type': 'image/svg+xml' } });
    }
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
    const own = new Request(served.origin + pathname + search, request);
    const answer = await getResponse(handlers, own);
    if (!answer) return Response.json({ error: 'Not found.' }, { status: 404 });
    if (answer.type === 'error' || answer.status === 204) return answer;
    const text = (await answer.text()).replaceAll(MEDIA, `${origin}/media/`);
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return new Response(text, { status: answer.status, headers });
  };
  const served = await serveFetch((request) => through(request, usual), port);
  const base = `${served.origin}/api`;
  handlers = mswHandlers(base, readForm);
  return { ...served, base };
}
