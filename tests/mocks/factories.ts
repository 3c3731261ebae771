/** Typed samples of every entity of the contract; any field can be overridden. */
import { DAY_MS } from '../../src/contract/time.ts';
import { AD_DAYS } from '../../src/contract/limits.ts';
import { SAMPLE_FUNDI, SAMPLE_JOB, SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import type { Ad, ClientAccount, Fundi, FundiAccount, Job } from '../../src/contract/schemas.ts';

/** The moment `days` from now (negative: ago) as ISO text. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** A fundi as the public sees one. */
export function makeFundi(overrides: Partial<Fundi> = {}): Fundi {
  return { ...SAMPLE_FUNDI, ...overrides };
}

/** A fundi's own profile, on trial unless overridden. */
export function makeFundiAccount(overrides: Partial<FundiAccount> = {}): FundiAccount {
  return {
    ...SAMPLE_FUNDI,
    ...SAMPLE_PROFILE,
    role: 'fundi',
    on_trial: true,
    trial_ends: inDays(5.5),
    is_subscribed: false,
    subscription_end: null,
    ...overrides,
  };
}

/** A client's own profile. */
export function makeClient(overrides: Partial<ClientAccount> = {}): ClientAccount {
  return {
    id: 1,
    name: 'Wanjiku Kamau',
    phone_number: '0711000001',
    id_number: '12345678',
    role: 'client',
    client_profile: { role_note: 'Landlady in Juja' },
    ...overrides,
  };
}

/** A paid, active job. */
export function makeJob(overrides: Partial<Job> = {}): Job {
  return {
    id: 1,
    ...SAMPLE_JOB,
    is_active: true,
    is_paid: true,
    created_at: inDays(-2),
    client: { name: 'Wanjiku Kamau', phone_number: '0711000001' },
    ...overrides,
  };
}

/** A paid, active ad with an image and a link. */
export function makeAd(overrides: Partial<Ad> = {}): Ad {
  return {
    id: 1,
    title: 'Mabati at factory price',
    description: 'Roofing sheets of every gauge, delivered.',
    link: 'https://mabati.example.com/offers',
    image_url: 'http://localhost:8000/media/mabati.webp',
    is_active: true,
    expires_at: inDays(AD_DAYS - 1),
    ...overrides,
  };
}
