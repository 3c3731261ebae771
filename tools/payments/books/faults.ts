/** A database that can be lost, and a server that can be killed, at any query. */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from '../../../server/db/db.ts';
import { databaseSettings } from '../../../server/db/db.ts';

/** killed: the process is gone, with what it held. away: the database does not answer. */
export type Fault = 'killed' | 'away';

export interface Faults {
  /** The database as the server sees it. */
  db: Db;
  /** How many queries and transactions are under way. */
  busy(): number;
  /** What has happened and is not mended. */
  now(): Fault | null;
  /** Lets so many queries and ends of transactions pass, then nothing more. */
  plan(fault: Fault, queries: number): void;
  mend(): void;
}

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Puts the faults before the embedded database `behind`. */
export function withFaults(behind: Db): Faults {
  const { $client } = behind as Db & { $client: PGlite };
  let planned: { fault: Fault; left: number } | null = null;
  let happened: Fault | null = null;
  let busy = 0;

  /** Throws from the planned query on. */
  function pass(): void {
    if (planned && happened === null) {
      planned.left -= 1;
      if (planned.left < 0) happened = planned.fault;
    }
    if (happened === 'killed') throw new Error('the process was killed');
    if (happened === 'away') throw away();
  }

  async function call(
    client: PGlite | Transaction,
    name: string | symbol,
    given: unknown[],
  ): Promise<unknown> {
    const does = Reflect.get(client, name) as (...given: unknown[]) => Promise<unknown>;
    pass();
    if (name !== 'transaction') return await does.apply(client, given);
    const work = given[0] as (tx: Transaction) => Promise<unknown>;
    const answer = await does.call(client, (tx: Transaction) => work(counting(tx)));
    // Whether it was committed is not known to who lost the answer.
    pass();
    return answer;
  }

  function counting<Client extends PGlite | Transaction>(client: Client): Client {
    return new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          busy += 1;
          try {
            return await call(target, name, given);
          } finally {
            busy -= 1;
          }
        };
      },
    });
  }

  return {
    db: drizzle(counting($client), databaseSettings),
    busy: () => busy,
    now: () => happened,
    plan: (fault, queries) => (planned = { fault, left: queries }),
    mend() {
      planned = null;
      happened = null;
    },
  };
}
