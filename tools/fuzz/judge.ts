/** Finds what is wrong with an outcome. */
import * as z from 'zod/mini';
import { endpointRows } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import type { Outcome } from './exchange.ts';
import { isWhole } from './framing.ts';
import type { FuzzRequest } from './requests.ts';

/** A larger body may be refused before it has come: the connection then ends as the system likes. */
const READ_BYTES = 60_000;

/** Words that only appear inside the server. */
const INSIDE = /node_modules|server\/\w+\.ts|\bat \w+ \(|Failed query|\bselect "|PGlite/;

const patterns = endpointRows.map(([name, { method, path }]) => ({
  name,
  method,
  pattern: new RegExp(`^/api${path.replace('{id}', '[^/]+')}$`),
}));

/** The call that a path belongs to: `/jobs/mine/` comes before `/jobs/{id}/`. */
function callAt(method: string, target: string) {
  const path = target.replace(/[?#;].*$/, '');
  const found = patterns.filter((row) => row.method === method && row.pattern.test(path));
  return found.toSorted((a, b) => a.pattern.source.length - b.pattern.source.length)[0]?.name;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What is wrong, in words; null when nothing is. `target` is the address as it was sent. */
export function faultOf(
  request: FuzzRequest,
  target: string,
  sentBytes: number,
  outcome: Outcome,
): string | null {
  if (outcome === 'hangs') return 'no answer within a minute';
  if (outcome === 'closed') {
    const mustAnswer = isWhole(request.framing) && sentBytes < READ_BYTES;
    return mustAnswer ? 'the connection ended without an answer' : null;
  }
  const { status, headers, body } = outcome;
  const isBusy = status === 503 && headers.has('retry-after');
  if (status >= 500 && !isBusy) return `it answered ${status}: ${body.slice(0, 200)}`;
  if (request.method === 'HEAD') return null;
  if (status >= 400) {
    const isJson = headers.get('content-type')?.includes('application/json') === true;
    if (!isJson || !z.safeParse(errorSchema, parsed(body)).success) {
      return `${status} has not the shape of an error: ${body.slice(0, 200)}`;
    }
    return INSIDE.test(body) ? `${status} shows the server's inside: ${body.slice(0, 200)}` : null;
  }
  if (status >= 300) return status === 304 ? null : `it answered ${status}`;
  const name = callAt(request.method, target);
  if (name === undefined) return null;
  const { status: expected, answer } = calls[name];
  if (status !== expected) return `${name} answered ${status}, not ${expected}`;
  const { success } = z.safeParse(answer, status === 204 ? undefined : parsed(body));
  return success ? null : `${name} answered what is not of the contract: ${body.slice(0, 200)}`;
}
