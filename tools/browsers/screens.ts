/** Every screen of the route table, opened by who may see it: what must be seen there. */
import type { Role } from '../../src/contract/schemas.ts';
import { pathTo } from '../../src/paths.ts';
import type { Kind, Person } from './person.ts';

export interface Shown {
  address: string;
  /** Who looks; a visitor when left out. */
  as?: Role;
  seen: [Kind, string];
}

/** What may never be read on a screen. */
const BROKEN =
  '/undefined|NaN|Invalid Date|\\[object|could not be shown|<!DOCTYPE/.test(document.body.innerText)';

const PASSWORD = 'mtaani-2026';
/** The demo town's fundi. */
const FUNDI = { phone_number: '0712345678', password: 'karibu2026' };
const JOB = { title: 'Wire the new kitchen', description: 'Four sockets.', location: 'Juja' };
const AD = { title: 'Taps and pipes', description: 'All sizes.' };
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Row {
  id: string | number;
  name: string;
  title: string;
  is_available: boolean;
}

/** Calls of the API, as other clients make them. */
function caller(api: string) {
  return async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(api + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Token ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

const rowsOf = (answer: Row[] | { results: Row[] }) =>
  Array.isArray(answer) ? answer : answer.results;

/** Makes a client with a job and an ad, and says what each screen must show. */
export async function prepareScreens(api: string, phone: string) {
  const call = caller(api);
  const token = async (path: string, body: object) =>
    (await call<{ token: string }>(path, body)).token;
  const client = { name: 'Jane Wambui', phone_number: phone, id_number: phone.slice(2) };
  await call('/accounts/clients/register/', { ...client, password: PASSWORD, role: 'client' });
  const tokens = {
    client: await token('/accounts/clients/login/', { phone_number: phone, password: PASSWORD }),
    fundi: await token('/accounts/login/', FUNDI),
  };
  const own = await call<Row>('/jobs/', JOB, tokens.client);
  const form = new FormData();
  for (const [name, value] of Object.entries(AD)) form.append(name, value);
  const bytes = Buffer.from(PNG, 'base64');
  form.append('image', new File([bytes], 'tap.png', { type: 'image/png' }));
  const ad = await call<Row>('/ads/', form, tokens.client);
  // The newest is the first card, and has the highest id.
  const fundis = rowsOf(await call('/accounts/fundis/')).filter((row) => row.is_available);
  const [fundi] = fundis.toSorted((a, b) => Number(b.id) - Number(a.id));
  const [job] = rowsOf(await call('/jobs/', undefined, tokens.fundi));
  if (!fundi || !job) throw new Error('The town is empty.');

  const shown: Shown[] = [
    { address: pathTo('home'), seen: ['link', 'Find a Fundi'] },
    { address: pathTo('fundiList'), seen: ['heading', fundi.name] },
    { address: pathTo('fundiDetail', { id: fundi.id }), seen: ['heading', fundi.name] },
    {
      address: pathTo('jobList'),
      seen: ['text', 'You must be registered to view available jobs.'],
    },
    { address: pathTo('terms'), seen: ['heading', 'Terms'] },
    { address: pathTo('privacy'), seen: ['heading', 'Privacy'] },
    { address: pathTo('contact'), seen: ['heading', 'Contact'] },
    { address: pathTo('registerFundi'), seen: ['field', 'ID number'] },
    { address: pathTo('loginFundi'), seen: ['field', 'Password'] },
    { address: pathTo('loginFundiGuard'), seen: ['field', 'Password'] },
    { address: pathTo('resetFundi'), seen: ['field', 'ID number'] },
    { address: pathTo('registerClient'), seen: ['field', 'ID number'] },
    { address: pathTo('loginClient'), seen: ['field', 'Password'] },
    { address: pathTo('resetClient'), seen: ['field', 'ID number'] },
    { address: '/nowhere', seen: ['heading', 'Page not found'] },
    { address: pathTo('jobList'), as: 'fundi', seen: ['heading', job.title] },
    { address: pathTo('jobDetail', { id: job.id }), as: 'fundi', seen: ['heading', job.title] },
    { address: pathTo('fundiDashboard'), as: 'fundi', seen: ['switch', 'Available for work'] },
    { address: pathTo('fundiProfile'), as: 'fundi', seen: ['field', 'ID number'] },
    { address: pathTo('subscription'), as: 'fundi', seen: ['heading', 'Your subscription'] },
    { address: pathTo('clientDashboard'), as: 'client', seen: ['text', JOB.title] },
    { address: pathTo('clientProfile'), as: 'client', seen: ['field', 'ID number'] },
    { address: pathTo('myJobs'), as: 'client', seen: ['heading', JOB.title] },
    { address: pathTo('addJob'), as: 'client', seen: ['field', 'Title'] },
    { address: pathTo('editJob', { id: own.id }), as: 'client', seen: ['field', 'Title'] },
    { address: pathTo('payJob', { jobId: own.id }), as: 'client', seen: ['field', 'M-Pesa phone'] },
    { address: pathTo('myAds'), as: 'client', seen: ['heading', AD.title] },
    { address: pathTo('addAd'), as: 'client', seen: ['field', 'Title'] },
    { address: pathTo('payAd', { adId: ad.id }), as: 'client', seen: ['field', 'M-Pesa phone'] },
  ];
  return { shown, tokens };
}

/** Opens one screen as the person who may see it. Throws what is not seen, or what is broken. */
export async function look(
  person: Person,
  { address, as, seen: [kind, words] }: Shown,
  tokens: Record<Role, string>,
): Promise<void> {
  const stored = as === undefined ? {} : { token: tokens[as], user_type: as };
  await person.expect(
    `(['token', 'user_type'].forEach((key) => localStorage.removeItem(key)), Object.entries(${JSON.stringify(stored)}).forEach(([key, value]) => localStorage.setItem(key, value)), true)`,
  );
  await person.open(address);
  await person.see(kind, words);
  await person.expect(`!${BROKEN}`, `no broken words at ${address}`);
}
