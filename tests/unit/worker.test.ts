/** The service worker's decisions, with fake caches and a fake network. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { isScreen, publicCall } from '../../src/worker/rules.ts';
import { gate } from '../support/gate.ts';

const ORIGIN = 'https://app.example.co.ke';
const FUNDIS = `${ORIGIN}/api/accounts/fundis/`;

/** Cache Storage as far as the worker uses it. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  async match(request: Request | string) {
    return this.entries.get(this.key(request))?.clone();
  }
  async put(request: Request | string, response: Response) {
    this.entries.set(this.key(request), response);
  }
  async delete(request: Request | string) {
    return this.entries.delete(this.key(request));
  }
  async keys() {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
  key(request: Request | string) {
    return new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;
  }
}

const stores = new Map<string, FakeCache>();
const fakeCaches = {
  async open(name: string) {
    const store = stores.get(name) ?? new FakeCache();
    stores.set(name, store);
    return store;
  },
  async match(request: string) {
    const found = await Promise.all([...stores.values()].map((store) => store.match(request)));
    return found.find(Boolean);
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
};
const postMessage = vi.fn<(message: unknown) => void>();
const network = vi.fn<(request: Request | string) => Promise<Response>>();
const json = (body: unknown, headers = {}) => Response.json(body, { headers });
const cachedUrls = () => [...stores.values()].flatMap((store) => [...store.entries.keys()]);

beforeEach(() => {
  stores.clear();
  network.mockReset();
  postMessage.mockReset();
  vi.resetModules();
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', fakeCaches);
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('clients', { get: async () => ({ postMessage }) });
  vi.stubEnv('VITE_API_BASE_URL', '/api/');
});

/** Asks through the worker; `settled` resolves when the worker has finished its work. */
async function ask(url = FUNDIS) {
  const { answerPublic } = await import('../../src/worker/answers.ts');
  const work: Promise<unknown>[] = [];
  const waitUntil = (more: Promise<unknown>) => work.push(more);
  const event = { request: new Request(url), clientId: 'page', waitUntil };
  const answer = answerPublic(event as unknown as FetchEvent);
  const settled = async () => {
    // Work may lead to more work.
    for (let done = 0; done < work.length; done += 1) await work[done];
  };
  return { answer, settled };
}

/** Asks while the network answers so, and waits until the worker has finished. */
async function asked(reply: Response | Error, url = FUNDIS): Promise<Response> {
  if (reply instanceof Error) network.mockRejectedValueOnce(reply);
  else network.mockResolvedValueOnce(reply);
  const { answer, settled } = await ask(url);
  const came = await answer;
  await settled();
  return came;
}

const cacheOne = (url = FUNDIS, body: unknown = [{ id: 1 }]) => asked(json(body), url);
const failed = (status: number) => new Response('{}', { status });

/** Installs the app's files; returns the paths of those that are cached then. */
async function installed() {
  const { install } = await import('../../src/worker/shell.ts');
  await install();
  return cachedUrls()
    .map((url) => url.replace(ORIGIN, ''))
    .sort();
}

describe('the answer to a call is cached', () => {
  const base = `${ORIGIN}/api`;

  const own = ['/api/accounts/fundis/me/', '/api/accounts/clients/me/', '/api/ads/mine/'];
  const others = ['/api/ads/7/', '/api/jobs/', '/api/jobs/7/', '/api/payments/job-status/'];
  it.each([
    ['/api/ads/', 'listAds'],
    ['/api/ads/?page=2', 'listAds'],
    ['/api/accounts/fundis/', 'listFundis'],
    ['/api/accounts/fundis/7/', 'getFundi'],
    ...[...own, ...others, '/apix/ads/', '/media/ads/7.webp'].map((address) => [address, null]),
  ] as [string, string | null][])('%s: %s', (address, name) => {
    expect(publicCall(ORIGIN + address, base)).toBe(name);
  });

  it('only when the call goes to the API', () => {
    expect(publicCall('https://other.example/api/ads/', base)).toBeNull();
    expect(publicCall('https://other.example/v1/ads/', 'https://other.example/v1')).toBe('listAds');
  });

  it('never for a call with a token, and never for a write', async () => {
    const { isPublic } = await import('../../src/worker/answers.ts');
    const headers = { authorization: 'Token abc' };
    expect(isPublic(new Request(FUNDIS, { headers }))).toBe(false);
    expect(isPublic(new Request(FUNDIS, { method: 'POST' }))).toBe(false);
    expect(isPublic(new Request(FUNDIS))).toBe(true);
  });

  it('never when the API marks it as private', async () => {
    await asked(json([], { 'cache-control': 'private' }));
    expect(cachedUrls()).toEqual([]);
  });

  it.each([
    ['/', true],
    ['/fundis/7', true],
    ['/fundis/', true],
    ['/api/docs', false],
    ['/media/x', false],
  ])('the screen %s: %s', (pathname, is) => expect(isScreen(pathname)).toBe(is));
});

describe('a public call', () => {
  it('is answered by the network; without a network by the cached copy, with its time', async () => {
    await cacheOne();
    const answer = await asked(json([{ id: 2 }]));
    expect(await answer.json()).toEqual([{ id: 2 }]);
    expect(answer.headers.has('x-cached-at')).toBe(false);

    const copy = await asked(new TypeError('no network'));
    expect(await copy.json()).toEqual([{ id: 2 }]);
    expect(Number(copy.headers.get('x-cached-at'))).toBe(Date.now());
    expect(copy.headers.get('access-control-expose-headers')).toBe('x-cached-at');
  });

  it.each([
    ['a failing server', failed(502)],
    ['a busy server', failed(429)],
    ['the page of a hotspot', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('is answered by the cached copy instead of %s', async (_, reply) => {
    await cacheOne();
    expect(await (await asked(reply)).json()).toEqual([{ id: 1 }]);
    expect(cachedUrls()).toEqual([FUNDIS]);
  });

  it.each([
    ['a failing server itself, and its cached copy stays', 502, [`${FUNDIS}7/`]],
    ['a 404, which deletes its cached copy', 404, []],
  ])('of one fundi is answered by %s', async (_, status, left) => {
    await cacheOne(`${FUNDIS}7/`, { id: 7 });
    expect((await asked(failed(status), `${FUNDIS}7/`)).status).toBe(status);
    expect(cachedUrls()).toEqual(left);
  });

  it('that takes long is answered by its cached copy, and the app gets a message when the answer has come', async () => {
    await cacheOne();
    const { opened, open } = gate();
    network.mockReturnValueOnce(opened.then(() => json([{ id: 3 }])));
    const { answer, settled } = await ask();
    expect((await answer).headers.has('x-cached-at')).toBe(true);
    expect(postMessage).not.toHaveBeenCalled();

    open();
    await settled();
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'refreshed' });
    const next = await (await ask()).answer;
    expect(await next.json()).toEqual([{ id: 3 }]);
    expect(next.headers.has('x-cached-at')).toBe(false);
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('that takes long is not sent again while its answer may still come', async () => {
    await cacheOne();
    const { opened, open } = gate();
    network.mockReturnValueOnce(opened.then(() => failed(502)));
    const { answer, settled } = await ask();
    await answer;
    const again = await (await ask()).answer;
    expect(again.headers.has('x-cached-at')).toBe(true);
    expect(network).toHaveBeenCalledTimes(2);

    open();
    await settled();
    expect(postMessage).not.toHaveBeenCalled();
    expect(await (await asked(json([{ id: 4 }]))).json()).toEqual([{ id: 4 }]);
  });

  it('is not answered by a copy older than a month', async () => {
    await cacheOne();
    vi.setSystemTime(Date.now() + 31 * DAY_MS);
    await expect(asked(new TypeError('no network'))).rejects.toThrow('no network');
  });

  it('has cached copies of the last hundred fundis', async () => {
    for (let id = 1; id <= 103; id += 1) {
      await cacheOne(`${FUNDIS}${id}/`, { id });
    }
    const cached = cachedUrls();
    expect(cached).toHaveLength(100);
    expect(cached).not.toContain(`${FUNDIS}3/`);
    expect(cached).toContain(`${FUNDIS}4/`);
  });
});

describe('the app’s own files', () => {
  const pages: Record<string, Response> = {};
  beforeEach(() => {
    Object.assign(pages, { '/index.html': new Response('<script src="/assets/in-1.js">') });
    vi.stubGlobal('SHELL', {
      version: 'v1',
      entry: '/assets/in-1.js',
      core: ['/', '/assets/in-1.js'],
      more: ['/assets/more-1.js'],
    });
    network.mockImplementation(async (address) => {
      const url = typeof address === 'string' ? address : address.url;
      return pages[url]?.clone() ?? new Response('js');
    });
  });

  it('are cached before they are needed', async () => {
    const files = ['/', '/assets/in-1.js', '/assets/more-1.js'];
    expect(await installed()).toEqual([...files, '/fundis'].sort());
  });

  const expensive = [{ saveData: true }, { effectiveType: '2g' }];
  it.each(expensive)(
    'are only those of every screen when data is expensive: %o',
    async (connection) => {
      vi.stubGlobal('navigator', { connection });
      expect(await installed()).toEqual(['/', '/assets/in-1.js', '/fundis']);
    },
  );

  it('have the page without the tags that our server adds for one address', async () => {
    pages['/'] = new Response('<link rel="canonical" href="/"><script src="/assets/in-1.js">');
    await installed();
    const page = await (await fakeCaches.open('app-v1')).match('/');
    expect(await page?.text()).toBe('<script src="/assets/in-1.js">');
  });

  it('give the browser the page of the addresses where people begin without the worker', async () => {
    const { routes } = await import('../../src/worker/shell.ts');
    await installed();
    const direct = routes.filter(({ source }) => source !== 'fetch-event');
    expect(direct.map(({ condition }) => condition.urlPattern?.pathname)).toEqual(['/', '/fundis']);
    for (const { condition, source } of direct) {
      const name = typeof source === 'string' ? '' : source.cacheName;
      const { pathname = '' } = condition.urlPattern ?? {};
      expect(stores.get(name)?.entries.has(ORIGIN + pathname)).toBe(true);
    }
  });

  it('are not cached from a hotspot or another version', async () => {
    pages['/index.html'] = new Response('<h1>Log in to the café</h1>');
    await expect(installed()).rejects.toThrow();
  });

  it('are not fetched again when the former version has cached them', async () => {
    const old = await fakeCaches.open('app-v0');
    await old.put('/assets/more-1.js', new Response('old'));
    await installed();
    expect(network).not.toHaveBeenCalledWith('/assets/more-1.js');
  });

  it('stay cached for this version and the last', async () => {
    for (const name of ['app-a', 'app-b', 'public-answers', 'app-v1']) void fakeCaches.open(name);
    await (await import('../../src/worker/shell.ts')).dropOldVersions();
    expect(await fakeCaches.keys()).toEqual(['app-b', 'public-answers', 'app-v1']);
  });
});
