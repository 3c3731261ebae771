import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';

/** What an operation works with. */
export interface Desk {
  config: Config;
  db: Db;
  now: () => Date;
}
