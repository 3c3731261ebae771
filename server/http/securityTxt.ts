/** Where people report a security hole: `/.well-known/security.txt` (RFC 9116). */
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Context } from '../calls/context.ts';

/** RFC 9116 wants less than a year. Counted from today: while the server runs, the page is true. */
const VALID_DAYS = 90;

/** Serves the page when the operator has set `SECURITY_CONTACT`. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { config, now }: Pick<Context, 'config' | 'now'>,
): void {
  const { publicUrl, securityContact } = config;
  if (securityContact === null) return;
  const path = '/.well-known/security.txt';

  app.get(path, async (_request, reply) => {
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, sw',
      `Canonical: ${publicUrl}${path}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
