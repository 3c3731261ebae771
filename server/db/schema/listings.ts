/** The tables of jobs, ads and pictures. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, moment, takenDown } from './columns.ts';
import { accounts } from './people.ts';

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    clientId: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    location: text().notNull(),
    isActive: boolean().notNull().default(false),
    paidAt: moment(),
    createdAt: createdAt(),
    takenDown: takenDown(),
  },
  (t) => [
    index('jobs_client').on(t.clientId),
    index('jobs_listing').on(t.isActive, t.createdAt),
    // For the deletion of unpaid rows.
    index('jobs_unpaid')
      .on(t.createdAt)
      .where(sql`${t.paidAt} is null`),
  ],
);

export const ads = pgTable(
  'ads',
  {
    id: id(),
    clientId: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    link: text(),
    /** The name of its picture: random, the last part of the picture's address. */
    image: text(),
    expiresAt: moment(),
    createdAt: createdAt(),
    takenDown: takenDown(),
  },
  (t) => [
    index('ads_client').on(t.clientId),
    index('ads_listing').on(t.expiresAt),
    index('ads_unpaid')
      .on(t.createdAt)
      .where(sql`${t.expiresAt} is null`),
    unique('ads_image_name').on(t.image),
  ],
);

/** The pictures of the ads as WebP, one row for each size. They go with their ad. */
export const pictures = pgTable(
  'pictures',
  {
    name: text()
      .notNull()
      .references(() => ads.image, { onDelete: 'cascade' }),
    /** The longest side that this size may have, in px. */
    size: integer().notNull(),
    webp: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.size] })],
);
