/** The tables that servers share to limit calls and to sign. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The counts of rate limits where several servers share the database. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [index('rate_limits_ends').on(t.endsAt)],
);

/** What the servers sign with. Made by the first start, shared by all servers. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
});
