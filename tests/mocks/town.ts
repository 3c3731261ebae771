/** The people, jobs and ads that every test finds in the mocks. */
import type { Role } from '../../src/contract/schemas.ts';
import { addAd, addClient, addFundi, addJob, emptyDb } from './db.ts';
import { inDays } from './factories.ts';

function fillTown() {
  const client = addClient({ name: 'Wanjiku Kamau', phone_number: '0711000001' });
  const otherClient = addClient({ name: 'Brian Mwangi', phone_number: '0711000002' });
  const fundi = addFundi({ name: 'Otieno Odhiambo', phone_number: '0722000001' });
  const subscribedFundi = addFundi({
    name: 'Achieng Atieno',
    phone_number: '0722000002',
    skills: 'Electrical, Solar',
    location: 'Thika',
    trial_ends: inDays(-40),
    subscription_end: inDays(20.5),
  });
  const expiredFundi = addFundi({
    name: 'Kiprono Ruto',
    phone_number: '0722000003',
    skills: 'Masonry',
    trial_ends: inDays(-3),
  });
  const quietFundi = addFundi({
    name: 'Fatuma Hassan',
    phone_number: '0722000004',
    skills: 'Tailoring',
    location: null,
    rate_note: null,
    is_available: false,
    show_contact: false,
  });
  const job = addJob(client, { title: 'Fix a leaking roof' });
  const unpaidJob = addJob(client, {
    title: 'Paint two rooms',
    location: 'Thika',
    is_active: false,
    is_paid: false,
  });
  const otherJob = addJob(otherClient, { title: 'Wire a shop', location: 'Ruiru' });
  const ad = addAd(client, { title: 'Mabati at factory price' });
  const unpaidAd = addAd(client, { title: 'Fresh milk daily', link: null, expires_at: null });
  return {
    client,
    otherClient,
    fundi,
    subscribedFundi,
    expiredFundi,
    quietFundi,
    job,
    unpaidJob,
    otherJob,
    ad,
    unpaidAd,
  };
}

/** The people, jobs and ads that every test finds; `reset()` replaces them. */
export const town = fillTown();
export type Person = {
  [K in keyof typeof town]: (typeof town)[K] extends { role: Role } ? K : never;
}[keyof typeof town];

/** Empties the store and fills it with `town` again; with `empty` it stays empty. */
export function reset({ empty = false } = {}): void {
  emptyDb();
  if (!empty) Object.assign(town, fillTown());
}
