/** Reads how the database would run a query, and names the tables that it would read whole. */
import { sql } from 'drizzle-orm';
import type { Logger } from 'drizzle-orm';
import type { Db } from '../../server/db/db.ts';

/** A query as it went to the driver. */
export interface Asked {
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

/** Only these read tables; the rest begins and ends transactions. */
const READS = /^\s*(select|insert|update|delete|with)\b/i;

/** A logger for the database that collects what is asked while a collection is open. */
export function createCollector() {
  let open: Map<string, Asked> | undefined;
  const logger: Logger = {
    logQuery(text, values) {
      if (open && READS.test(text) && !open.has(text)) open.set(text, { text, values });
    },
  };
  return {
    logger,
    /** Every different query that was asked while `work` ran. */
    async collect(work: () => Promise<unknown>): Promise<Asked[]> {
      const queries = new Map<string, Asked>();
      open = queries;
      try {
        await work();
      } finally {
        open = undefined;
      }
      return [...queries.values()];
    },
  };
}

interface Index {
  table: string;
  /** Its first column: without a condition on it all of the index is read. */
  first: string;
  /** Whether it holds some rows of its table only. */
  isPartial: boolean;
}

/** The indexes by their names. */
export async function indexesOf(db: Db): Promise<ReadonlyMap<string, Index>> {
  const rows = await db
    .select({
      name: sql<string>`indexrelid::regclass::text`,
      table: sql<string>`indrelid::regclass::text`,
      first: sql<string>`pg_get_indexdef(indexrelid, 1, true)`,
      isPartial: sql<boolean>`indpred is not null`,
    })
    .from(sql`pg_index`);
  return new Map(rows.map(({ name, ...index }) => [name, index]));
}

/** A table that is read from one end to the other, by itself or by one of its indexes. */
interface WholeRead {
  table: string;
  index: string | null;
}

/**
 * What a plan reads from one end to the other: without an index, or by all of an index. The newest rows
 * of an index, up to a limit, are not all of it.
 */
function readWhole(
  node: PlanNode,
  indexes: ReadonlyMap<string, Index>,
  isLimited = false,
): WholeRead[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: parts = [] } = node;
  const index = indexes.get(node['Index Name'] ?? '');
  const condition = node['Index Cond'] ?? '';
  const isAllOfIndex =
    index !== undefined &&
    !condition.includes(index.first) &&
    !(index.isPartial && condition === '') &&
    !(isLimited && condition === '' && node.Filter === undefined);
  const { 'Index Name': name = null } = node;
  const own =
    type === 'Seq Scan'
      ? [{ table, index: null }]
      : isAllOfIndex
        ? [{ table: index.table, index: name }]
        : [];
  const limited = type === 'Limit' || (isLimited && type !== 'Sort');
  return [...own, ...parts.flatMap((part) => readWhole(part, indexes, limited))];
}

/** What the database would read whole for the query. */
export async function wholeReadsOf(
  db: Db,
  { text, values }: Asked,
  indexes: ReadonlyMap<string, Index>,
): Promise<WholeRead[]> {
  // The driver itself: drizzle has no way to send a text with its values.
  const { $client } = db as Db & {
    $client: { query(text: string, values: unknown[]): Promise<{ rows: object[] }> };
  };
  const { rows } = await $client.query(`explain (format json) ${text}`, values);
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: PlanNode }[] }];
  return plans.flatMap(({ Plan }) => readWhole(Plan, indexes));
}
