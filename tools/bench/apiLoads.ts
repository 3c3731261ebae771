/** What the API part asks: each load is one kind of call, from the people of a big town. */
import type { Request } from 'autocannon';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { createRandom } from '../../server/demo/random.ts';
import { endpoints, type EndpointName } from '../../src/contract/endpoints.ts';
import { listedFundi, TOWN_PASSWORD, townPerson } from '../../testkit/bigTown.ts';

/** Makes the next request of a connection. */
export type Load = () => Request;

/** What a load is: only reads have a target for their p99, only cached lists one for the floor. */
export type Kind = 'cached list' | 'read' | 'write';

const random = createRandom(7254);

interface Details {
  id?: number;
  by?: { token: string };
  body?: object;
  headers?: Record<string, string>;
}

function request(name: EndpointName, { id = 0, by, body, headers }: Details = {}): Request {
  const { method, path } = endpoints[name];
  return {
    method,
    path: `/api${path.replace('{id}', String(id))}`,
    headers: {
      ...headers,
      ...(by && { authorization: `Token ${by.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : '',
  };
}

const browser = { 'accept-encoding': 'gzip, deflate, br' };

/** A call for a list by a browser that has the version of now. */
async function known(url: string, name: 'listFundis' | 'listAds'): Promise<Load> {
  const { path = '' } = request(name);
  const answer = await fetch(url + path, { headers: browser });
  await answer.arrayBuffer();
  const headers = { ...browser, 'if-none-match': answer.headers.get('etag') ?? '' };
  return () => request(name, { headers });
}

/** The last fifth of the people pays; the others read and post, and have no more jobs than usual. */
const READERS = 0.8;
/** Phones that end in 900 to 999 do something special at the simulator. */
const SPECIAL = 900;

/** A client, never a fundi, who does not pay. */
function client(people: number) {
  const person = townPerson(random.whole(1, Math.round(people * READERS)));
  return person.role === 'client' ? person : townPerson(person.id - 1);
}

/** The client who pays for the job at place `at`, from 0 on. */
export function payerOf(at: number, people: number) {
  const first = Math.round(people * READERS);
  const number = first + 1 + (at % (people - first));
  const usual = number % 1000 < SPECIAL ? number : number - 100;
  return usual % 5 === 0 ? townPerson(usual - 1) : townPerson(usual);
}

/** The id of the same client, where `n` is the place. */
export function payersSql(people: number): SQL {
  const first = Math.round(people * READERS);
  return sql`(select case when usual % 5 = 0 then usual - 1 else usual end from
    (select case when number % 1000 < ${SPECIAL} then number else number - 100 end as usual from
      (select ${first}::int + 1 + n % ${people - first}::int as number) as one) as two)`;
}

const job = () => ({
  title: `Paint gate ${random.whole(0, 999)}`,
  description: 'Two wings, black. The paint is bought.',
  location: 'Juja',
});

/** The loads by their names. `nextJob` gives a job that is not paid for, each time another. */
export async function createLoads(
  url: string,
  people: number,
  nextJob: () => { id: number; owner: { phone: string; token: string } },
): Promise<Record<string, { kind: Kind; make: Load }>> {
  const fundi = () => listedFundi(random.whole(0, people), people);
  return {
    'fundis, whole': {
      kind: 'cached list',
      make: () => request('listFundis', { headers: browser }),
    },
    'fundis, not changed': { kind: 'cached list', make: await known(url, 'listFundis') },
    'ads, whole': { kind: 'cached list', make: () => request('listAds', { headers: browser }) },
    'ads, not changed': { kind: 'cached list', make: await known(url, 'listAds') },
    "a fundi's page": { kind: 'read', make: () => request('getFundi', { id: fundi().id }) },
    "a client's jobs": {
      kind: 'read',
      make: () => request('listMyJobs', { by: client(people) }),
    },
    login: {
      kind: 'write',
      make: () => {
        const { phone } = client(people);
        const body = { phone_number: phone, password: TOWN_PASSWORD };
        return request('loginClient', { body });
      },
    },
    'a job posted': {
      kind: 'write',
      make: () => request('createJob', { by: client(people), body: job() }),
    },
    'a prompt': {
      kind: 'write',
      make: () => {
        const { id, owner } = nextJob();
        const body = { phone: owner.phone, purpose: 'post_job', job_id: id };
        return request('requestPayment', { by: owner, body });
      },
    },
  };
}
