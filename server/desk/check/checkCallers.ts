/** Whom the server takes a caller for, asked from outside: through every proxy, and a CDN before them. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { CALLER, HEALTH } from '../../http/health.ts';
import { isLocalHost } from '../../process/environment.ts';
import { ok, problem, unknown } from './checkResult.ts';
import type { CheckResult } from './checkResult.ts';

const PATIENCE_MS = 10_000;
/** Of nobody (RFC 5737). A server that believes it believes everybody. */
const INVENTED = '192.0.2.77';
const READ_ON = 'docs/operations.md, "Behind a CDN", says what to set.';

const MARKS =
  /^(?:cf-ray|x-amz-cf-id|x-served-by|x-akamai-.*|akamai-grn|x-azure-ref|cdn-.*|x-edge-.*|x-sucuri-id|x-iinfo)$/;
const NAMES = /cloudflare|cloudfront|akamai|fastly|varnish|bunny|google|keycdn|gcore/i;

/** The header by which a CDN shows itself, or null. */
function markOf(headers: Headers): string | null {
  const named = [...headers].find(
    ([name, value]) => MARKS.test(name) || (['server', 'via'].includes(name) && NAMES.test(value)),
  );
  return named ? `${named[0]}: ${named[1]}` : null;
}

async function ownAddresses(host: string): Promise<Set<string>> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const local = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return new Set([...found, ...local].map(({ address }) => address));
}

/** Asks the server at `publicUrl`, which has this `TRUST_PROXY`, whom it takes this machine for. */
export async function checkCallers(publicUrl: string, trustProxy: string): Promise<CheckResult> {
  const { hostname } = new URL(publicUrl);
  let headers: Headers;
  try {
    ({ headers } = await fetch(publicUrl + HEALTH, {
      headers: { 'x-forwarded-for': INVENTED },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }));
  } catch {
    return unknown(`Whom are calls counted for? ${publicUrl} did not answer from here.`);
  }
  const caller = headers.get(CALLER);
  const mark = markOf(headers);
  if (caller === INVENTED) {
    return problem(
      `Everybody can invent an address: TRUST_PROXY is ${trustProxy}, more than there are proxies, or one of them passes X-Forwarded-For on.`,
    );
  }
  const isOurs = caller !== null && (await ownAddresses(hostname)).has(caller);
  if (mark !== null && trustProxy === '1' && (!isOurs || isLocalHost(caller))) {
    return problem(`A CDN is in front (${mark}): all people have its addresses. ${READ_ON}`);
  }
  if (caller === null) {
    return unknown(`Whom are calls counted for? Start the server, and check again.`);
  }
  if (isOurs) return ok('Calls are counted for the address of who calls.');
  return unknown(
    `A call of this machine counts for ${caller}: is that its address? If it is a CDN's: ${READ_ON}`,
  );
}
