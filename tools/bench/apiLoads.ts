/** What the API part asks: each load is one kind of call, from the people of a big town. */
import type { Request } from 'autocannon';
import { createRandom } from '../../server/demo/random.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { listedFundi, TOWN_PASSWORD, townPerson } from '../../testkit/bigTown.ts';
import { requestOf } from '../../testkit/contract/harness.ts';
import type { Sent } from '../../testkit/contract/harness.ts';

/** Makes the next request of a connection. */
export type Load = () => Request;

/** The loads that are read, and whose answer is as long in every town. */
export const READS = [
  'fundis, not changed',
  'ads, not changed',
  "a fundi's page",
  "a client's jobs",
] as const;

const random = createRandom(7254);

function request(name: EndpointName, sent: Sent = {}): Request {
  const { place, init } = requestOf(name, sent);
  const { method, headers, body = '' } = init;
  return { method, path: `/api${place}`, headers, body: body as string };
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
export const READERS = 0.8;

/** A client, never a fundi, who does not pay. */
function client(people: number) {
  const person = townPerson(random.whole(1, Math.round(people * READERS)));
  return person.role === 'client' ? person : townPerson(person.id - 1);
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
): Promise<Record<string, Load>> {
  const fundi = () => listedFundi(random.whole(0, people), people);
  const reads: Record<(typeof READS)[number], Load> = {
    'fundis, not changed': await known(url, 'listFundis'),
    'ads, not changed': await known(url, 'listAds'),
    "a fundi's page": () => request('getFundi', { id: fundi().id }),
    "a client's jobs": () => request('listMyJobs', { token: client(people).token }),
  };
  return {
    ...reads,
    'fundis, whole': () => request('listFundis', { headers: browser }),
    'ads, whole': () => request('listAds', { headers: browser }),
    login: () => {
      const { phone } = client(people);
      return request('loginClient', { body: { phone_number: phone, password: TOWN_PASSWORD } });
    },
    'a job posted': () => request('createJob', { token: client(people).token, body: job() }),
    'a prompt': () => {
      const { id, owner } = nextJob();
      const body = { phone: owner.phone, purpose: 'post_job', job_id: id };
      return request('requestPayment', { token: owner.token, body });
    },
  };
}
