/** The ids of rows. */

const MAX_ID = 2_147_483_647;

/** An id as the database counts, or null for anything else. */
export function parseId(value: string | number): number | null {
  const text = String(value);
  if (!/^\d{1,10}$/.test(text)) return null;
  const id = Number(text);
  return id >= 1 && id <= MAX_ID ? id : null;
}
