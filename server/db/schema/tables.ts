/** All tables of the database. */
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as calls from './calls.ts';
import * as desk from './desk.ts';
import * as listings from './listings.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';

export const TABLES = [calls, desk, listings, payments, people]
  .flatMap((room): unknown[] => Object.values(room))
  .filter((entry) => is(entry, PgTable));
