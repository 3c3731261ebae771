/** The mocks' store, in memory; `town.ts` fills it. */
import { TRIAL_DAYS } from '../../src/contract/constants.ts';
import { AD_DAYS } from '../../src/contract/limits.ts';
import { SAMPLE_JOB, SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import type {
  ClientAccount,
  FundiAccount,
  Job,
  JobInput,
  PaymentPurpose,
  UnmatchedSum,
} from '../../src/contract/schemas.ts';
import { inDays } from './factories.ts';

interface Stored {
  id: number;
  password: string;
}

export type FundiRecord = Stored &
  Omit<FundiAccount, 'id' | 'on_trial' | 'is_subscribed' | 'payment'>;

export type ClientRecord = Stored &
  Omit<ClientAccount, 'id' | 'client_profile'> &
  ClientAccount['client_profile'];

export type AccountRecord = FundiRecord | ClientRecord;

export interface JobRecord extends Pick<Job, keyof JobInput> {
  id: number;
  client_id: number;
  is_active: boolean;
  is_paid: boolean;
  created_at: string;
  taken_down: string | null;
}

export interface AdRecord {
  id: number;
  client_id: number;
  title: string;
  description: string;
  link: string | null;
  image_url: string | null;
  expires_at: string | null;
  created_at: string;
  taken_down: string | null;
}

export interface PaymentRecord {
  checkout_id: string;
  account_id: number;
  purpose: PaymentPurpose;
  /** What is paid for, for instance `job:7`. */
  payable: string;
  amount: number;
  phone: string;
  state: 'pending' | 'completed' | 'failed';
  reason?: string;
  /** A person must look: money that fits nothing (with either end), or a silence (with `failed`). */
  review?: 'held' | 'unclear';
  /** A person has sent its money back. */
  isReturned?: boolean;
  /** It was paid from the M-Pesa menu, without a prompt. */
  isFromMenu?: boolean;
  polls: number;
  createdAt: number;
}

/** The password of everyone in the town. */
export const PASSWORD = 'mtaani-2026';

/** Whether an ISO date is ahead of now. */
export const isAhead = (date: string | null) => date !== null && Date.parse(date) > Date.now();

function emptyStore() {
  return {
    nextId: 1,
    accounts: [] as AccountRecord[],
    jobs: [] as JobRecord[],
    ads: [] as AdRecord[],
    payments: [] as PaymentRecord[],
    /** What came from the M-Pesa menu and pays for nothing, by payable. */
    unmatched: [] as (UnmatchedSum & { payable: string })[],
    sessions: new Map<string, AccountRecord>(),
    /** How many logins there were: a token never comes back. */
    logins: 0,
    /** A prompt is answered when its status is asked for the n-th time. */
    pollsUntilPaid: 2,
    /** Whether one can pay from the M-Pesa menu too. */
    offersPayBill: false,
    /** M-Pesa sends no prompts to anybody. */
    isMpesaDown: false,
  };
}

/** Everything the mocks know; tests read it and change it freely. */
export const db = emptyStore();

/** Adds a fundi on trial. */
export function addFundi(overrides: Partial<FundiRecord> = {}): FundiRecord {
  const id = db.nextId++;
  const fundi: FundiRecord = {
    ...SAMPLE_PROFILE,
    id,
    role: 'fundi',
    name: `Fundi ${id}`,
    phone_number: `0722${String(id).padStart(6, '0')}`,
    id_number: String(20_000_000 + id),
    password: PASSWORD,
    trial_ends: inDays(TRIAL_DAYS - 1.5),
    subscription_end: null,
    ...overrides,
  };
  db.accounts.push(fundi);
  return fundi;
}

/** Adds a client. */
export function addClient(overrides: Partial<ClientRecord> = {}): ClientRecord {
  const id = db.nextId++;
  const client: ClientRecord = {
    id,
    role: 'client',
    name: `Client ${id}`,
    phone_number: `0711${String(id).padStart(6, '0')}`,
    id_number: String(10_000_000 + id),
    password: PASSWORD,
    role_note: 'Landlady',
    ...overrides,
  };
  db.accounts.push(client);
  return client;
}

/** Adds a paid, active job. */
export function addJob(client: ClientRecord, overrides: Partial<JobRecord> = {}): JobRecord {
  const id = db.nextId++;
  const job: JobRecord = {
    ...SAMPLE_JOB,
    id,
    client_id: client.id,
    title: `Job ${id}`,
    is_active: true,
    is_paid: true,
    created_at: inDays(-2),
    taken_down: null,
    ...overrides,
  };
  db.jobs.push(job);
  return job;
}

/** Adds a paid, running ad. */
export function addAd(client: ClientRecord, overrides: Partial<AdRecord> = {}): AdRecord {
  const id = db.nextId++;
  const ad: AdRecord = {
    id,
    client_id: client.id,
    title: `Ad ${id}`,
    description: 'Roofing sheets of every gauge, delivered.',
    link: 'https://mabati.example.com/offers',
    image_url: `http://localhost:8000/media/${id}.webp`,
    expires_at: inDays(AD_DAYS - 1),
    created_at: inDays(-2),
    taken_down: null,
    ...overrides,
  };
  db.ads.push(ad);
  return ad;
}

/** Signs an account in and returns the token. */
export function signIn(account: AccountRecord): string {
  const token = `token-of-${account.role}-${account.id}-${db.logins++}`;
  db.sessions.set(token, account);
  return token;
}

/** Ends every session of an account, as a password reset does. */
export function endSessions(account: AccountRecord): void {
  for (const [token, owner] of db.sessions) if (owner.id === account.id) db.sessions.delete(token);
}

/** Empties the store. */
export function emptyDb(): void {
  Object.assign(db, emptyStore());
}
