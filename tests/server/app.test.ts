import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { idlePayments } from '../../testkit/serverHarness.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { BODY, writeFakeApp, writePage } from './fakeApp.ts';
import { openHarness } from './openHarness.ts';

const ORIGIN = 'http://localhost:5173';
const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');
/** The style that react-type-animation adds to the page, as its file has it. */
const CURSOR = cursorStyle();
function cursorStyle(): string {
  const library = fileURLToPath(import.meta.resolve('react-type-animation'));
  const literal = /"(\.index-module_type__[^"]*)"/.exec(readFileSync(library, 'utf8'))?.[1];
  return JSON.parse(`"${literal}"`) as string;
}

const dist = tempFolder();
mkdirSync(path.join(dist, 'assets'));
writeFakeApp(dist);
writeFileSync(path.join(dist, 'assets', 'main-1.js'), 'export {};');
writeFileSync(path.join(dist, 'assets', 'main-1.js.br'), 'squeezed');
const APP = { SERVE_APP: 'true', DIST_DIR: dist };
const server = await openHarness({ env: { ...APP, CORS_ORIGINS: ORIGIN } });
beforeEach(() => server.reset());

/** Another server, on the same database. */
const otherApp = (env: Record<string, string>) =>
  buildApp({
    config: loadConfig({ SERVE_APP: 'false', ...env }),
    db: server.db,
    payments: idlePayments,
  });

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

describe('the app', () => {
  it.each([
    ['/', 200],
    ['/fundis', 200],
    ['/FUNDIS/', 200],
    ['/dashboard/client/jobs/edit/3?tab=1', 200],
    ['/no/such/screen', 404],
    ['/%ff', 404],
    ['/fundis/100%?tab=%', 404],
    ['/nope.html', 404],
    ['/fundis/a.b', 404],
    ['/package.json', 404],
    ['/%ff.html', 404],
    ['/.server/pages.mjs', 404],
  ])('answers a browser at %s with %i and its page, which is not cached', async (url, status) => {
    const { statusCode, headers, body } = await get(url, { accept: 'text/html,*/*' });
    expect(statusCode).toBe(status);
    const page = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
    expect(headers).toMatchObject(page);
    expect(body).toContain(BODY);
  });

  it.each([
    ['/api/%ff', 400],
    ['/assets/%ff.js', 400],
    ['/media/ads/%ff', 400],
    ['/assets/gone.js', 404],
    ['/media/ads/gone.webp', 404],
    ['/api/gone/', 404],
    ['/api', 404],
    ['/healthz/gone', 404],
  ])('answers %s with %i in JSON, not with the page', async (url, status) => {
    const answer = await get(url, { accept: 'text/html,*/*' });
    const error = status === 404 ? 'Not found.' : 'The request could not be understood.';
    expect([answer.statusCode, answer.json()]).toEqual([status, { error }]);
  });

  it('stops the start with one line that names DIST_DIR when there is no built app', async () => {
    const other = otherApp({ ...APP, DIST_DIR: path.join(dist, 'assets') });
    await expect(other).rejects.toThrow(/^DIST_DIR holds no built app: .*build\.$/);
  });

  it('lets assets be cached for ever, and sends them compressed to a browser that can read it', async () => {
    const script = await get('/assets/main-1.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await get('/assets/main-1.js', { 'accept-encoding': 'br' });
    expect([small.body, small.headers['content-encoding']]).toEqual(['squeezed', 'br']);
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

const preflight = (origin: string) =>
  server.app.inject({
    method: 'OPTIONS',
    url: '/api/jobs/1/',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  });

describe('headers', () => {
  it('allow the app what it needs, and no inline script or style but those of its page', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toBe(
      `default-src 'self';script-src 'self' 'sha256-${hashOf('first()')}';` +
        `style-src 'self' 'sha256-${hashOf('p{}')}' 'sha256-${hashOf('')}' 'sha256-${hashOf(CURSOR)}';` +
        "img-src 'self' data: blob: http://localhost:8000;connect-src 'self' http://localhost:8000;" +
        "worker-src 'self';manifest-src 'self';" +
        "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    );
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('fit the page that stands there, also when another build has just replaced it', async () => {
    await get('/');
    for (const script of ['second()', 'first()']) {
      writePage(dist, BODY.replace('first()', script));
      const { body, headers } = await get('/index.html');
      const [, inline = ''] = /<script>(.*?)<\/script>/.exec(body) ?? [];
      expect(headers['content-security-policy']).toContain(`'sha256-${hashOf(inline)}'`);
    }
  });

  it('ask for https when PUBLIC_URL is https', async () => {
    const secure = await otherApp({ PUBLIC_URL: 'https://fundi.example.co.ke' });
    const { headers } = await secure.inject('/healthz');
    expect(headers).toHaveProperty('strict-transport-security');
    await secure.close();
  });

  it('allow known origins with credentials, and no others', async () => {
    expect((await preflight(ORIGIN)).headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '86400',
    });
    const other = await preflight('https://evil.example');
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const refused = await get('/api/jobs/', { origin: ORIGIN });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe(ORIGIN);
  });
});

describe('the documentation', () => {
  it('is a 404 with SERVE_DOCS=false', async () => {
    const closed = await otherApp({ SERVE_DOCS: 'false' });
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/json']) {
      expect((await closed.inject(url)).statusCode).toBe(404);
    }
    await closed.close();
  });

  it('opens in a browser', async () => {
    const page = await get('/api/docs/');
    const paths = { '/ads/': { post: { operationId: 'createAd' } } };
    expect((await get('/api/docs/json')).json()).toMatchObject({ paths });
    expect(page.body).toContain('swagger-ui');
    expect((await get('/api/docs/static/swagger-ui-bundle.js')).statusCode).toBe(200);
  });
});
