/** The kinds of columns that many tables have; migrations are generated for PostgreSQL 15 or later and PGlite alike. */
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Counted by the database. */
export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
export const createdAt = () => moment().notNull().defaultNow();
/** Why an operator has taken it down, as its owner reads it; null for all others. */
export const takenDown = () => text();
/** The drivers give a Buffer or a plain array of bytes. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});
