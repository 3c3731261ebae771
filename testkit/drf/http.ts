/** The HTTP of the other backend: refusals, dates and pages as Django REST Framework has them. */

/** Thrown to answer with a failure. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object | string) {
    super(`${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { detail: body } : body;
  }
}

export const NOT_FOUND = () => new Refused(404, 'Not found.');
export const FORBIDDEN = () =>
  new Refused(403, 'You do not have permission to perform this action.');

/** A date as Django writes it for Nairobi: microseconds, and the zone. */
export function zoned(time: number): string {
  const local = new Date(time + 3 * 60 * 60 * 1000).toISOString();
  return local.replace('Z', '417+03:00');
}

const PAGE_SIZE = 10;

/** One page of a list, by number. */
export function paged(rows: object[], url: URL, isLost = false): object {
  const page = Number(url.searchParams.get('page') ?? 1);
  const address = (to: number) => {
    const next = new URL(url);
    next.searchParams.set('page', String(isLost ? 1 : to));
    return next.href;
  };
  return {
    count: rows.length,
    next: page * PAGE_SIZE < rows.length ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  };
}

/** The fields of a body, as far as they are texts; throws for those that are missing or blank. */
export function requireTexts(body: Record<string, unknown>, ...names: string[]): void {
  const wrong: Record<string, string[]> = {};
  for (const name of names) {
    const value = body[name];
    if (value === undefined) wrong[name] = ['This field is required.'];
    else if (typeof value !== 'string') wrong[name] = ['Not a valid string.'];
    else if (value.trim() === '') wrong[name] = ['This field may not be blank.'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(400, wrong);
}

export function requirePhone(phone: unknown, field = 'phone_number'): void {
  if (typeof phone === 'string' && /^0\d{9}$/.test(phone)) return;
  throw new Refused(400, { [field]: ['Enter a valid value.'] });
}

/** The body of a request: JSON, or the fields of a form. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  const text = await request.text();
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (body !== null && typeof body === 'object') return body as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Refused(400, 'JSON parse error - Expecting value: line 1 column 1 (char 0)');
}
