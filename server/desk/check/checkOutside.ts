/** What only an answer from elsewhere shows: M-Pesa's clock, and whom the server takes a caller for. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { CALLER, HEALTH } from '../../http/health.ts';
import { isLocalHost } from '../../process/environment.ts';
import { problem, unknown } from './checkSettings.ts';
import type { CheckLines } from './checkSettings.ts';

/** M-Pesa's password contains the time, so a clock that is more than this off is a problem. */
const CLOCK_SECONDS = 30;
/** Of nobody (RFC 5737). A server that believes it believes everybody. */
const INVENTED = '192.0.2.77';

/** A header of the answer; null without it, and where nobody answers. */
const ask = (url: string, header: string, init: RequestInit): Promise<string | null> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) }).then(
    ({ headers }) => headers.get(header),
    () => null,
  );

/** This machine's clock against that of M-Pesa at `url`. */
export async function* checkClock(url: string, now: () => Date): CheckLines {
  const date = await ask(url, 'date', { method: 'HEAD' });
  const seconds = Math.round((now().getTime() - Date.parse(date ?? '')) / 1000);
  const way = seconds > 0 ? 'ahead of' : 'behind';
  if (Number.isNaN(seconds)) yield unknown(`Is the clock right? ${url} gave no date to compare.`);
  if (Math.abs(seconds) >= CLOCK_SECONDS)
    yield problem(
      `The clock is ${Math.abs(seconds)} s ${way} M-Pesa's. Run timedatectl set-ntp true.`,
    );
}

/** Asks the server at `publicUrl`, through every proxy, whom it takes this machine for. */
export async function* checkCallers(publicUrl: string): CheckLines {
  const caller = await ask(publicUrl + HEALTH, CALLER, {
    headers: { 'x-forwarded-for': INVENTED },
  });
  const found = await lookup(new URL(publicUrl).hostname, { all: true }).catch(() => []);
  const own = [...found, ...Object.values(networkInterfaces()).flatMap((all = []) => all)];
  if (caller === null) yield unknown(`${publicUrl} gave no answer. Start it, and check again.`);
  else if (caller === INVENTED)
    yield problem('Everybody can invent an address: TRUST_PROXY is more than there are proxies.');
  // A tunnel of a CDN on this machine gives everybody the address of this machine itself.
  else if (isLocalHost(caller) || !own.some(({ address }) => address === caller))
    yield unknown(`Is ${caller} this machine, or a CDN? See docs/operations.md, "Behind a CDN".`);
}
