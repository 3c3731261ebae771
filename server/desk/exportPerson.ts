/**
 * Everything that is stored about one person, for a copy that they may ask for. Which rows are theirs
 * follows from the foreign keys of the schema, so that a new table cannot be forgotten.
 */
import { and, eq, getTableColumns, getTableName, inArray, isNull, ne, or } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { signingSecret } from '../calls/signing.ts';
import type { Db } from '../db/db.ts';
import { operatorLog } from '../db/schema/desk.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { payments } from '../db/schema/payments.ts';
import { accountChanges, accounts, trials } from '../db/schema/people.ts';
import type { Account } from '../db/schema/people.ts';
import { TABLES } from '../db/schema/tables.ts';
import { pictureUrls } from '../listings/pictures/address.ts';
import { hashOfIdNumber } from '../people/trials.ts';
import type { Desk } from './desk.ts';
import { tablesOf } from './backup/listTables.ts';
import { lockAccount, subjectOf } from './managePeople.ts';
import { sumsOf } from './readPersonSums.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

/** A row with the names of its columns; dates become ISO 8601 on the way to the command. */
type Row = Record<string, unknown>;

const REFERENCES = TABLES.flatMap((table) =>
  getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignColumns } = key.reference();
    const [column, to] = [columns[0], foreignColumns[0]];
    return column && to ? [{ table, column, to }] : [];
  }),
);

/** Hashes of passwords, tokens and codes, and what is made of one: they belong to nobody's copy. */
const isSecret = (name: string, column: PgColumn) =>
  name.endsWith('Hash') || column === accountChanges.session;
/** A picture itself is behind its address. */
const isBytes = (column: PgColumn) => column.getSQLType() === 'bytea';

function shownColumns(table: PgTable): Record<string, PgColumn> {
  const all = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    all.filter(([name, column]) => !isSecret(name, column) && !isBytes(column)),
  );
}

/** The name under which a row of `shownColumns` has the column. */
const nameOf = (column: PgColumn) =>
  Object.entries(getTableColumns(column.table)).find(([, it]) => it === column)?.[0] ?? '';

const byId = (a: Row, b: Row) => Number(a.id) - Number(b.id);

/** The rows that belong to the account `id`, by the foreign keys from table to table. */
async function rowsOf(tx: Db, id: number): Promise<Map<PgTable, Row[]>> {
  const own = await tx.select(shownColumns(accounts)).from(accounts).where(eq(accounts.id, id));
  const found = new Map<PgTable, Row[]>([[accounts, own]]);
  // Each table comes behind those that its rows refer to.
  for (const name of await tablesOf(tx)) {
    const belongs = REFERENCES.filter((it) => getTableName(it.table) === name).flatMap((it) => {
      const values = found.get(it.to.table)?.map((row) => row[nameOf(it.to)]);
      return values
        ? [
            inArray(
              it.column,
              values.filter((value) => value !== null),
            ),
          ]
        : [];
    });
    const table = TABLES.find((it) => getTableName(it) === name);
    if (!table || belongs.length === 0) continue;
    const rows: Row[] = await tx
      .select(shownColumns(table))
      .from(table)
      .where(or(...belongs));
    found.set(table, rows.toSorted(byId));
  }
  return found;
}

/** What no foreign key leads to, under names of its own. */
async function further(tx: Db, account: Account, found: Map<PgTable, Row[]>) {
  const idsOf = (table: PgTable) => (found.get(table) ?? []).map(({ id }) => Number(id));
  const [jobIds, adIds, paymentIds] = [idsOf(jobs), idsOf(ads), idsOf(payments)];
  const ownSums = await sumsOf(tx, account);
  const subjects = [
    subjectOf(account),
    ...jobIds.map((job) => `job ${job}`),
    ...adIds.map((ad) => `ad ${ad}`),
    ...paymentIds.map((payment) => `payment ${payment}`),
    ...ownSums.map((sum) => `sum ${sum.receipt}`),
  ];
  const { at, action, subject, reason } = operatorLog;
  const { createdAt, purpose, amount, state } = payments;
  const ofOthers = or(ne(payments.accountId, account.id), isNull(payments.accountId));
  const log = await tx
    .select({ at, action, subject, reason })
    .from(operatorLog)
    .where(inArray(subject, subjects));
  return {
    // Not who paid: that may be somebody else.
    sums: ownSums.map(({ id, receipt, amount: ksh, typed, receivedAt, state: place }) => {
      return { id, receipt, amount: ksh, typed, receivedAt, state: place };
    }),
    trials: await tx
      .select({ startedAt: trials.startedAt })
      .from(trials)
      .where(eq(trials.idNumberHash, hashOfIdNumber(account.idNumber))),
    operator_log: log.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    prompts_of_others: await tx
      .select({ createdAt, purpose, amount, state })
      .from(payments)
      .where(and(eq(payments.phone, account.phoneNumber), ofOthers)),
  };
}

/** Reads everything about an account, and writes down that it was read. Throws an `OperatorError`. */
export async function exportPerson({ id, by }: { id: number; by: By }, { config, db, now }: Desk) {
  const secret = await signingSecret(db);
  const read = async (tx: Db) => {
    const account = await lockAccount(tx, id);
    const found = await rowsOf(tx, id);
    for (const ad of (found.get(ads) ?? []) as (typeof ads.$inferSelect & Row)[]) {
      Object.assign(ad, pictureUrls(ad, { config, secret, now }));
    }
    const rows = [...found].map(([table, its]) => [getTableName(table), its] as const);
    const tables: Record<string, Row[]> = {
      ...Object.fromEntries(rows),
      ...(await further(tx, account, found)),
    };
    const subject = subjectOf(account);
    await record(tx, { at: now(), by, action: 'exported', subject });
    return { made: now().toISOString(), subject, name: account.name, tables };
  };
  // One moment for all tables.
  return await db.transaction(read, { isolationLevel: 'repeatable read' });
}

/** What the rows of each table are; one that is not here goes by its own name. */
const ABOUT: Record<string, string> = {
  accounts: 'Account and profile: what you registered with, and what you changed since.',
  sessions: 'Devices that are logged in: since when, when you were seen last, until when it lasts.',
  account_changes:
    'Phone number, ID number and password before each change. A former number lets you back in for a month.',
  reset_codes: 'A code for a lost ID number; it is not stored in a form that can be read.',
  jobs: 'Jobs that you posted and did not delete.',
  ads: 'Ads that you posted and did not delete; the addresses of the pictures of an unpaid ad work for a day.',
  pictures: 'Pictures of ads: the sizes that are stored; the addresses stand at the ads.',
  payments: 'Payments: the law on accounts makes us store them for seven years.',
  payment_events: 'Steps of each payment: what was sent and answered, with what M-Pesa said.',
  sums: 'Money that M-Pesa reported: what came to our paybill for you.',
  trials:
    'Free trial: stored with a scrambled form of the ID number, so that there is one for each.',
  operator_log: 'What our operators did, with their reasons. Their names are theirs, and not here.',
  prompts_of_others:
    'Payment prompts that others sent to your phone number. Who sent them, and what for, is about them, and not here.',
};

const INTRO =
  'All that is stored about you. Times are in UTC, three hours behind Nairobi. A password is stored only in a ' +
  'scrambled form that cannot be read back, so it is not here. Copies of the database for the case of a fault hold ' +
  'the same, and are replaced within weeks.';

/** The copy as a file; its name is for instance `fundi-7.json`. */
export function personCopy({ tables, ...about }: Awaited<ReturnType<typeof exportPerson>>) {
  const { VITE_OPERATOR_NAME, VITE_OPERATOR_PLACE, VITE_SUPPORT_PHONE } = process.env;
  const operator = [VITE_OPERATOR_NAME, VITE_OPERATOR_PLACE, VITE_SUPPORT_PHONE];
  const copy = {
    about: INTRO,
    // As the app says it.
    answers_for_it: VITE_OPERATOR_NAME ? operator.filter(Boolean).join(', ') : '',
    ...about,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [name, { about: ABOUT[name] ?? name, rows }]),
    ),
  };
  const name = `${about.subject.replace(' ', '-')}.json`;
  return { name, text: `${JSON.stringify(copy, null, 2)}\n` };
}
