import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { startHarness } from '../../testkit/serverHarness.ts';
import type { Harness } from '../../testkit/serverHarness.ts';

const PATH = '/.well-known/security.txt';
let server: Harness;
afterEach(() => server.close());

async function page(env: Record<string, string> = {}) {
  server = await startHarness({ env });
  return ask();
}

const ask = () => server.app.inject(PATH);
const expiryOf = (body: string) => new Date(/^Expires: (.*)$/m.exec(body)?.[1] ?? '').getTime();

describe('security.txt', () => {
  it('names the contact of the setting, and a date of expiry in the future', async () => {
    const { statusCode, headers, body } = await page({
      SECURITY_CONTACT: 'usalama@fundi.example.co.ke',
      PUBLIC_URL: 'https://fundi.example.co.ke',
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toContain('Contact: mailto:usalama@fundi.example.co.ke\n');
    expect(body).toContain(`Canonical: https://fundi.example.co.ke${PATH}\n`);
    const left = expiryOf(body) - server.ctx.now().getTime();
    expect(left).toBeGreaterThan(80 * DAY_MS);
    expect(left).toBeLessThan(365 * DAY_MS);
    server.advance(100 * DAY_MS);
    expect(expiryOf((await ask()).body)).toBe(expiryOf(body) + 100 * DAY_MS);
  });

  it('is a 404 without the setting', async () => {
    expect((await page()).statusCode).toBe(404);
  });
});
