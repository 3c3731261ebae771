/** How the mocks refuse: the two error bodies of the contract. */
import type * as z from 'zod/mini';
import type { PaymentStatus } from '../../src/contract/schemas.ts';

type ErrorBody = { error: string; payment?: PaymentStatus | undefined } | Record<string, string[]>;

/** Thrown by a handler to answer with a failure. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: ErrorBody | string, headers: Record<string, string> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = typeof body === 'string' ? { error: body } : body;
    this.headers = headers;
  }
}

type Issue = z.core.$ZodIssue;

/** Of a union's branches, the one that was meant: no unknown keys, then the fewest faults. */
function meant(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const known = branches.filter((branch) => !branch.some((i) => i.code === 'unrecognized_keys'));
  const [first = []] = (known.length > 0 ? known : branches).toSorted(
    (a, b) => a.length - b.length,
  );
  return first;
}

/** The failure body of inputs that do not fit their schema: one list of texts per field, nested ones by their own name. */
export function fieldErrors(issues: readonly Issue[]): ErrorBody {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    if (issue.code === 'invalid_union' && issue.path.length === 0 && issue.errors.length > 0) {
      return fieldErrors(meant(issue.errors));
    }
    const field = issue.path.findLast((part) => typeof part === 'string');
    if (field === undefined) return { error: issue.message };
    (fields[field] ??= []).push(issue.message);
  }
  return fields;
}
