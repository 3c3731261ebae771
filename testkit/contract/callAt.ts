import { endpointRows } from '../../src/contract/endpoints.ts';

/** The rows of the table, those without a parameter first: `/jobs/mine/` is not the job "mine". */
const rows = endpointRows
  .toSorted(([, a], [, b]) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map(([name, { method, path }]) => {
    const pattern = new RegExp(`^${path.replace('{id}', '([^/]+)')}$`);
    return { name, method, pattern };
  });

/** The call at a path below the base of an API, and the id in the path or ''; null when it is none. */
export function callAt(method: string, path: string) {
  const row = rows.find((one) => one.method === method && one.pattern.test(path));
  return row ? { name: row.name, id: row.pattern.exec(path)?.[1] ?? '' } : null;
}
