/** A town of any size, made by the database itself: for the bench and for the test of the plans. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../server/db/db.ts';
import { PASSWORDS } from '../server/people/passwords.ts';

/** How much a town holds. */
interface TownSize {
  people: number;
  payments: number;
}

/** Every fifth person is a fundi, and every second fundi is subscribed: so listed. */
const FUNDI_EVERY = 5;
const LISTED_EVERY = 10;
const JOBS_PER_PERSON = 2;
const PEOPLE_PER_AD = 5;
/** Rows per statement. */
const BATCH = 100_000;
const TOKEN_LENGTH = 24;

/** The password of everybody in the town. */
export const TOWN_PASSWORD = 'mji-mkubwa-2026';

/** Person `number`, from 1 on: the id of the account, and what it signs in with. */
export function townPerson(number: number) {
  return {
    id: number,
    role: number % FUNDI_EVERY === 0 ? 'fundi' : 'client',
    phone: `01${String(number).padStart(8, '0')}`,
    idNumber: String(20_000_000 + number),
    token: `town${String(number).padStart(TOKEN_LENGTH, '0')}`,
  } as const;
}

/** A listed fundi who is not further than `people`, by a number from 0 on. */
export const listedFundi = (at: number, people: number) =>
  townPerson(LISTED_EVERY * (1 + (at % Math.floor(people / LISTED_EVERY))));

/** The id of the client who owns what has number `n`: never a fundi. */
const ownerOf = (n: SQL, people: number) => sql`(select case when p % ${FUNDI_EVERY} = 0
  then p - 1 else p end from (select 1 + ${n} % ${people} as p) as person)`;

const daysAgo = (days: SQL) => sql`now() - interval '1 day' * (${days})`;

/** As in `townPerson`. */
const phoneOf = (number: SQL) => sql`'01' || lpad((${number})::text, 8, '0')`;

/** The statements that fill the tables with the rows `from` to `to`, `n` being the row. */
function statements({ people, payments }: TownSize, passwordHash: string) {
  const n = sql`n::int`;
  const jobs = people * JOBS_PER_PERSON;
  const ads = Math.floor(people / PEOPLE_PER_AD);
  const owner = ownerOf(n, people);
  return [
    {
      rows: people,
      table: 'accounts',
      columns: sql`role, name, phone_number, id_number, password_hash, created_at, location,
        skills, rate_note, role_note, subscription_end`,
      select: sql`
        (case when ${n} % ${FUNDI_EVERY} = 0 then 'fundi' else 'client' end)::role,
        'Person ' || n, ${phoneOf(n)}, (20000000 + ${n})::text, ${passwordHash}::text,
        now() - interval '1 minute' * n,
        (array['Juja', 'Thika', 'Ruiru', 'Kahawa'])[1 + ${n} % 4],
        (array['Plumber, Tiling', 'Electrician', 'Painter, Gates', 'Carpenter'])[1 + ${n} % 4],
        'From Ksh ' || 300 + ${n} % 900, 'Landlord',
        case when ${n} % ${LISTED_EVERY} = 0 then now() + interval '20 days'
          when ${n} % ${FUNDI_EVERY} = 0 then now() - interval '40 days' end`,
    },
    {
      rows: people,
      table: 'sessions',
      columns: sql`token_hash, account_id, created_at, last_seen_at, expires_at`,
      select: sql`
        encode(sha256(('town' || lpad(n::text, ${TOKEN_LENGTH}, '0'))::bytea), 'hex'), ${n},
        ${daysAgo(sql`n % 5`)}, now(), now() + interval '60 days'`,
    },
    {
      rows: Math.floor(people / 2),
      table: 'account_changes',
      columns: sql`account_id, at, field, former, resets_until`,
      select: sql`${n}, ${daysAgo(sql`2 + n % 300`)}, 'phone_number'::account_field,
        '0199' || lpad(n::text, 6, '0'), ${daysAgo(sql`n % 300 - 28`)}`,
    },
    {
      rows: Math.floor(people / 5),
      table: 'reset_codes',
      columns: sql`account_id, code_hash, expires_at`,
      select: sql`${n}, 'none', now() + interval '1 hour'`,
    },
    {
      rows: people,
      table: 'trials',
      columns: sql`id_number_hash, started_at`,
      select: sql`encode(sha256(('town' || n)::bytea), 'hex'), ${daysAgo(sql`n % 700`)}`,
    },
    {
      rows: people,
      table: 'rate_limits',
      columns: sql`key, count, ends_at`,
      select: sql`'town ' || n, 1, now() + interval '1 hour'`,
    },
    {
      // One of a hundred is shown. Unpaid ones are not older than the server lets them be.
      rows: jobs,
      table: 'jobs',
      columns: sql`client_id, title, description, location, is_active, paid_at, created_at`,
      select: sql`${owner}, 'Paint gate ' || n % 50, 'Two wings, black. The paint is bought.',
        (array['Juja', 'Thika', 'Ruiru', 'Kahawa'])[1 + ${n} % 4], n % 100 = 0,
        case when n % 10 < 9 then ${daysAgo(sql`n % 700`)} end,
        ${daysAgo(sql`n % (case when n % 10 < 9 then 700 else 29 end)`)}`,
    },
    {
      rows: ads,
      table: 'ads',
      columns: sql`client_id, title, description, image, expires_at, created_at`,
      select: sql`${owner}, 'Paint sale ' || n % 50, 'All colours, this week.',
        'town-' || n || '.webp',
        case when n % 40 = 0 then now() + interval '20 days'
          when n % 10 < 9 then ${daysAgo(sql`1 + n % 600`)} end,
        ${daysAgo(sql`n % (case when n % 10 < 9 then 700 else 29 end)`)}`,
    },
    {
      rows: ads,
      table: 'pictures',
      columns: sql`name, size, webp`,
      select: sql`'town-' || n || '.webp', 1280, decode(md5(n::text), 'hex')`,
    },
    {
      // Nine of ten are paid; one of ten thousand waits for a person.
      rows: payments,
      table: 'payments',
      columns: sql`public_id, account_id, purpose, job_id, ad_id, payable, amount, phone,
        state, callback_hash, checkout_request_id, receipt, review, created_at, prompted_at,
        settled_at, received_at, amount_received`,
      select: sql`'t' || lpad(n::text, 15, '0'), person, purpose::payment_purpose,
        case purpose when 'post_job' then item end, case purpose when 'post_ad' then item end,
        case purpose when 'post_job' then 'job:' when 'post_ad' then 'ad:'
          else 'subscription:' end || item,
        100, ${phoneOf(sql`person`)},
        (case when n % 10000 = 1 then 'needs_review' when n % 10 < 9 then 'paid'
          else 'cancelled' end)::payment_state,
        'none', 'ws_town_' || n, case when n % 10 < 9 then 'T' || lpad(n::text, 9, '0') end,
        case when n % 10000 = 1 then 'paid_twice' end, at, at, at,
        case when n % 10 < 9 then at end, case when n % 10 < 9 then 100 end`,
      from: sql`, lateral (select 1 + n::int % ${people} as person) as who, lateral (select
        case when person % ${FUNDI_EVERY} = 0 then 'subscription'
          when n % 7 = 0 then 'post_ad' else 'post_job' end as purpose) as what, lateral (select
        case purpose when 'post_job' then 1 + n::int % ${jobs}
          when 'post_ad' then 1 + n::int % ${ads} else person end as item,
        ${daysAgo(sql`2 + n % 700`)} as at) as which`,
    },
    {
      // One of ten thousand matches nothing.
      rows: Math.floor(payments / 3),
      table: 'sums',
      columns: sql`receipt, amount, typed, received_at, state, payable, cause, payment_id`,
      select: sql`'S' || lpad(n::text, 9, '0'), 100, 'C0DE', ${daysAgo(sql`2 + n % 700`)},
        case when n % 10000 = 1 then 'unmatched' else 'matched' end, 'job:' || 1 + n % ${jobs},
        case when n % 10000 = 1 then 'paid_twice' end, case when n % 10000 <> 1 then n end`,
    },
    {
      rows: payments,
      table: 'payment_events',
      columns: sql`payment_id, at, kind, from_state, to_state, raw`,
      select: sql`${n}, now(), 'callback_paid', 'prompted'::payment_state, 'paid'::payment_state,
        '{"Body": {"stkCallback": {"ResultCode": 0}}}'::jsonb`,
    },
    {
      rows: Math.floor(people / 10),
      table: 'operator_log',
      columns: sql`at, who, action, subject, reason`,
      select: sql`now(), 'Wanjiru', 'blocked', 'client ' || n, 'Asked for money in advance'`,
    },
  ];
}

interface Change {
  drop: string;
  make: string;
}

/** The references and indexes of a table, but for those that keep its keys unique, as statements. */
async function indexesOf(db: Db, table: string): Promise<Change[]> {
  const { rows } = (await db.execute(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid = ${table}::regclass
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`)) as {
    rows: unknown[];
  };
  return rows as Change[];
}

/** Fills an empty database with a town; everybody is signed in. The planner knows its size then. */
export async function fillTown(db: Db, size: TownSize): Promise<void> {
  const passwordHash = await PASSWORDS.hash(TOWN_PASSWORD);
  for (const { rows, table, columns, select, from = sql`` } of statements(size, passwordHash)) {
    // Made once at the end they take a third of the time that a million rows take one by one.
    const indexes = await indexesOf(db, table);
    for (const { drop } of indexes) await db.execute(sql.raw(drop));
    for (let first = 1; first <= rows; first += BATCH) {
      const last = Math.min(rows, first + BATCH - 1);
      await db.execute(
        sql`insert into ${sql.raw(table)} (${columns}) select ${select} from generate_series(${first}::int, ${last}::int) as n${from}`,
      );
    }
    for (const { make } of indexes) await db.execute(sql.raw(make));
  }
  // As the database does by itself some time after so many new rows.
  await db.execute(sql`vacuum (analyze)`);
}
