/** What the people of the API bench ask: calls of the contract, each with its share of a mix. */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { PASSWORD } from './apiTown.ts';
import type { Person, Town } from './apiTown.ts';
import type { Call, CallRequest, Mix } from './apiLoad.ts';
import type { Dice } from './paymentsTown.ts';

export interface Mixes {
  /** The public calls. */
  reads: Mix;
  /** Switches, and jobs posted, edited and deleted, by many accounts. */
  writes: Mix;
  /** Mostly the directory, a few who are signed in, a few who write; nobody logs in. */
  mixed: Mix;
  /** argon2id: work for the machine, so measured apart. */
  logins: Mix;
}

function request(name: EndpointName, id = 0): CallRequest {
  const { method, path } = endpoints[name];
  return { method, path: `/api${path.replace('{id}', String(id))}`, headers: {} };
}

function signed(name: EndpointName, { token }: Person, id = 0): CallRequest {
  return { ...request(name, id), headers: { Authorization: `Token ${token}` } };
}

function withBody({ headers, ...rest }: CallRequest, body: object): CallRequest {
  return {
    ...rest,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** A browser's call for a list: whole, or with the version it has. */
function listCalls(name: 'listFundis' | 'listAds', label: string): [whole: Call, known: Call] {
  let etag = '';
  const make = () => {
    const { headers, ...rest } = request(name);
    return { ...rest, headers: { ...headers, 'Accept-Encoding': 'gzip, deflate, br' } };
  };
  const learn: Call['seen'] = ({ headers }) => {
    etag = headers.etag ?? etag;
  };
  const known = () => {
    const { headers, ...rest } = make();
    return { ...rest, headers: etag ? { ...headers, 'If-None-Match': etag } : headers };
  };
  return [
    { name: `${label}, br`, expect: [200], make, seen: learn },
    { name: `${label}, known`, expect: [200, 304], make: known, seen: learn },
  ];
}

/** The mixes for a town, with their choices from `dice`. */
export function createMixes(town: Town, dice: Dice): Mixes {
  const [fundis, fundisKnown] = listCalls('listFundis', 'fundis');
  const [ads, adsKnown] = listCalls('listAds', 'ads');
  const fundi: Call = {
    name: 'a fundi',
    expect: [200],
    make: () => request('getFundi', dice.pick(town.fundis).id),
  };
  const signedCall = (name: EndpointName, label: string, people: Person[]): Call => ({
    name: label,
    expect: [200],
    make: () => signed(name, dice.pick(people)),
  });
  const job: Call = {
    name: 'a job',
    expect: [200],
    make: () => signed('getJob', dice.pick(town.fundis), dice.pick(town.activeJobIds)),
  };
  const toggle: Call = {
    name: 'availability',
    expect: [200],
    make: () =>
      withBody(signed('updateMyFundi', dice.pick(town.fundis)), { is_available: dice.chance(0.5) }),
  };
  const details = () => ({
    title: `Paint gate ${Math.floor(dice.next() * 1000)}`,
    description: 'Two wings, black. The paint is bought.',
    location: 'Juja',
  });
  const edit: Call = {
    name: 'job edited',
    expect: [200],
    make: () => {
      const at = Math.floor(dice.next() * town.clients.length);
      const [owner, id] = [town.clients[at], town.jobIds[at]];
      if (!owner || id === undefined) throw new Error('every client has a job');
      return withBody(signed('updateJob', owner, id), details());
    },
  };
  const posted: { owner: Person; id: number }[] = [];
  const post: Call = {
    name: 'job posted',
    expect: [201],
    make: () => ({ ...withBody(signed('createJob', dice.pick(town.clients)), details()) }),
    seen: ({ body, asked }) => {
      const owner = town.clients.find(({ token }) => asked.headers.Authorization?.endsWith(token));
      if (owner) posted.push({ owner, id: (JSON.parse(body) as { id: number }).id });
    },
  };
  const remove: Call = {
    name: 'job deleted',
    expect: [204],
    make: () => {
      const last = posted.pop();
      return last ? signed('deleteJob', last.owner, last.id) : null;
    },
  };
  let logins = 0;
  const login: Call = {
    name: 'login',
    expect: [200],
    make: () => {
      logins += 1;
      const phone = town.phones[logins % town.phones.length];
      const call = withBody(request('loginClient'), { phone_number: phone, password: PASSWORD });
      // Everybody at home: the limits of the server count addresses and phones, and stay as they are.
      const address = `10.${(logins >> 16) & 255}.${(logins >> 8) & 255}.${logins & 255}`;
      return { ...call, headers: { ...call.headers, 'X-Forwarded-For': address } };
    },
  };
  return {
    reads: [
      [fundis, 20],
      [fundisKnown, 20],
      [fundi, 30],
      [ads, 15],
      [adsKnown, 15],
    ],
    writes: [
      [toggle, 50],
      [edit, 25],
      [post, 13],
      [remove, 12],
    ],
    mixed: [
      [fundis, 12],
      [fundisKnown, 16],
      [fundi, 22],
      [ads, 6],
      [adsKnown, 18],
      [signedCall('listJobs', 'jobs', town.fundis), 6],
      [job, 6],
      [signedCall('getMyFundi', 'own fundi', town.fundis), 3],
      [signedCall('getMyClient', 'own client', town.clients), 2],
      [signedCall('listMyJobs', 'own jobs', town.clients), 2],
      [toggle, 3],
      [edit, 2],
      [post, 1],
      [remove, 1],
    ],
    logins: [[login, 1]],
  };
}
