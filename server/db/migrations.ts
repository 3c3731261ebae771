/** The migrations that this version has, as drizzle-kit wrote them down. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** The list of the migrations, below their folder. */
export const JOURNAL = path.join('meta', '_journal.json');

/** All migrations in their order; `when` names one, and is when it was made. */
interface Journal {
  entries: { when: number; tag: string }[];
}

export function readJournal(): Journal {
  return JSON.parse(readFileSync(path.join(migrationsFolder, JOURNAL), 'utf8')) as Journal;
}
