/** The service worker's decisions, with caches and a line of the test's own. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { imagesOf, isScreen, publicCall } from '../../src/worker/rules.ts';

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
const line = vi.fn<(request: Request | string) => Promise<Response>>();
const json = (body: unknown, headers = {}) => Response.json(body, { headers });
const keptUrls = () => [...stores.values()].flatMap((store) => [...store.entries.keys()]);

beforeEach(() => {
  stores.clear();
  line.mockReset();
  postMessage.mockReset();
  vi.resetModules();
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', fakeCaches);
  vi.stubGlobal('fetch', line);
  vi.stubGlobal('clients', { get: async () => ({ postMessage }) });
  vi.stubEnv('VITE_API_BASE_URL', '/api/');
});

/** Asks through the worker; `settled` is when it has done all it does. */
async function ask(url = FUNDIS, init: RequestInit = {}) {
  const { answerPublic, isPublic } = await import('../../src/worker/answers.ts');
  const request = new Request(url, init);
  if (!isPublic(request)) return { answer: null, settled: async () => undefined };
  const work: Promise<unknown>[] = [];
  const event = { request, clientId: 'page', waitUntil: (it: Promise<unknown>) => work.push(it) };
  const answer = answerPublic(event as unknown as FetchEvent);
  return {
    answer,
    settled: async () => {
      for (let done = 0; done < work.length; done += 1) {
        // Work may lead to more work.
        // oxlint-disable-next-line no-await-in-loop
        await work[done];
      }
    },
  };
}

async function keepOne(url = FUNDIS, body: unknown = [{ id: 1 }]) {
  line.mockResolvedValueOnce(json(body));
  const { answer, settled } = await ask(url);
  await answer;
  await settled();
}

/** The line's next answer comes when the returned function is called. */
function answerLater(): (answer: Response) => void {
  const comes = new EventTarget();
  const answers: Response[] = [];
  line.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        comes.addEventListener('come', () => answers.forEach(resolve));
      }),
  );
  return (answer) => {
    answers.push(answer);
    comes.dispatchEvent(new Event('come'));
  };
}

/** Installs the app's files; returns the paths of those that are kept then. */
async function installed() {
  const { install } = await import('../../src/worker/shell.ts');
  await install();
  return keptUrls()
    .map((url) => url.replace(ORIGIN, ''))
    .sort();
}

describe('what may be kept', () => {
  const base = `${ORIGIN}/api`;

  it.each([
    ['/api/ads/', 'listAds'],
    ['/api/ads/?page=2', 'listAds'],
    ['/api/accounts/fundis/', 'listFundis'],
    ['/api/accounts/fundis/7/', 'getFundi'],
    ['/api/accounts/fundis/me/', null],
    ['/api/accounts/clients/me/', null],
    ['/api/ads/7/', null],
    ['/api/ads/mine/', null],
    ['/api/jobs/', null],
    ['/api/jobs/7/', null],
    ['/api/payments/job-status/', null],
    ['/apix/ads/', null],
    ['/media/ads/7.webp', null],
  ])('%s: %s', (address, name) => {
    expect(publicCall(ORIGIN + address, base)).toBe(name);
  });

  it('is only asked of the API', () => {
    expect(publicCall('https://other.example/api/ads/', base)).toBeNull();
    expect(publicCall('https://other.example/v1/ads/', 'https://other.example/v1')).toBe('listAds');
  });

  it('is never what was asked with a token, nor a write', async () => {
    const headers = { authorization: 'Token abc' };
    expect((await ask(FUNDIS, { headers })).answer).toBeNull();
    expect((await ask(FUNDIS, { method: 'POST' })).answer).toBeNull();
    line.mockResolvedValue(json([]));
    expect((await ask(FUNDIS)).answer).not.toBeNull();
  });

  it('is never what the API marks as private', async () => {
    line.mockResolvedValue(json([], { 'cache-control': 'private' }));
    const { answer, settled } = await ask();
    await answer;
    await settled();
    expect(keptUrls()).toEqual([]);
  });

  it('knows the images of the public ads in both sizes, whatever the shape of the list', () => {
    const urls = ['/media/a.webp', null, 'http://', 'https://x.ke/b'];
    const sizes = { image: '/media/c.webp', image_small: '/media/656/c.webp' };
    const ads = [null, sizes, ...urls.map((image_url) => ({ image_url }))];
    const images = [
      `${ORIGIN}/media/c.webp`,
      `${ORIGIN}/media/656/c.webp`,
      `${ORIGIN}/media/a.webp`,
      'https://x.ke/b',
    ];
    expect(imagesOf(ads, base)).toEqual(images);
    expect(imagesOf({ results: ads }, base)).toEqual(images);
    expect(imagesOf(null, base)).toEqual([]);
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
  it('is answered by the line, and its copy only without one, with its time', async () => {
    await keepOne();
    line.mockResolvedValueOnce(json([{ id: 2 }]));
    const fresh = await ask();
    const answer = await fresh.answer;
    expect(await answer?.json()).toEqual([{ id: 2 }]);
    expect(answer?.headers.has('x-cached-at')).toBe(false);
    await fresh.settled();

    line.mockRejectedValueOnce(new TypeError('no line'));
    const copy = await (await ask()).answer;
    expect(await copy?.json()).toEqual([{ id: 2 }]);
    expect(Number(copy?.headers.get('x-cached-at'))).toBe(Date.now());
    expect(copy?.headers.get('access-control-expose-headers')).toBe('x-cached-at');
  });

  it.each([
    ['a failing server', () => new Response('{}', { status: 502 })],
    ['a busy server', () => new Response('{}', { status: 429 })],
    [
      'the page of a hotspot',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('is not answered by %s while there is a copy', async (_, reply) => {
    await keepOne();
    line.mockResolvedValueOnce(reply());
    const { answer, settled } = await ask();
    expect(await (await answer)?.json()).toEqual([{ id: 1 }]);
    await settled();
    expect(keptUrls()).toEqual([FUNDIS]);
  });

  it('that finds nothing any more takes its copy with it', async () => {
    await keepOne(`${FUNDIS}7/`, { id: 7 });
    line.mockResolvedValueOnce(new Response('{}', { status: 404 }));
    const { answer, settled } = await ask(`${FUNDIS}7/`);
    expect((await answer)?.status).toBe(404);
    await settled();
    expect(keptUrls()).toEqual([]);
  });

  it('that takes long is answered by its copy, and the app is told when it has come', async () => {
    await keepOne();
    const come = answerLater();
    const { answer, settled } = await ask();
    expect((await answer)?.headers.has('x-cached-at')).toBe(true);
    expect(postMessage).not.toHaveBeenCalled();

    come(json([{ id: 3 }]));
    await settled();
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'refreshed' });
    const next = await (await ask()).answer;
    expect(await next?.json()).toEqual([{ id: 3 }]);
    expect(next?.headers.has('x-cached-at')).toBe(false);
    expect(line).toHaveBeenCalledTimes(2);
  });

  it('that takes long is not asked again while its answer may still come', async () => {
    await keepOne();
    const come = answerLater();
    const { answer, settled } = await ask();
    await answer;
    const again = await (await ask()).answer;
    expect(again?.headers.has('x-cached-at')).toBe(true);
    expect(line).toHaveBeenCalledTimes(2);

    come(new Response('{}', { status: 502 }));
    await settled();
    expect(postMessage).not.toHaveBeenCalled();
    line.mockResolvedValueOnce(json([{ id: 4 }]));
    const next = await (await ask()).answer;
    expect(await next?.json()).toEqual([{ id: 4 }]);
  });

  it('has no copy older than a month', async () => {
    await keepOne();
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1000);
    line.mockRejectedValueOnce(new TypeError('no line'));
    await expect((await ask()).answer).rejects.toThrow('no line');
  });

  it('keeps the last hundred fundis', async () => {
    for (let id = 1; id <= 103; id += 1) {
      // The order is the point.
      // oxlint-disable-next-line no-await-in-loop
      await keepOne(`${FUNDIS}${id}/`, { id });
    }
    const kept = keptUrls();
    expect(kept).toHaveLength(100);
    expect(kept).not.toContain(`${FUNDIS}3/`);
    expect(kept).toContain(`${FUNDIS}4/`);
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
    line.mockImplementation(async (address) => {
      const url = typeof address === 'string' ? address : address.url;
      return pages[url]?.clone() ?? new Response('js');
    });
  });

  it('are kept before they are needed', async () => {
    expect(await installed()).toEqual(['/', '/assets/in-1.js', '/assets/more-1.js']);
  });

  it.each([{ saveData: true }, { effectiveType: '2g' }])(
    'are only those of every screen on a dear line: %o',
    async (connection) => {
      vi.stubGlobal('navigator', { connection });
      expect(await installed()).toEqual(['/', '/assets/in-1.js']);
    },
  );

  it('have the page without what our server says of one address', async () => {
    pages['/'] = new Response('<link rel="canonical" href="/"><script src="/assets/in-1.js">');
    await installed();
    const page = await (await fakeCaches.open('app-v1')).match('/');
    expect(await page?.text()).toBe('<script src="/assets/in-1.js">');
  });

  it('are not taken from a hotspot or another version', async () => {
    pages['/index.html'] = new Response('<h1>Log in to the café</h1>');
    await expect(installed()).rejects.toThrow();
  });

  it('are not fetched again by a version that has them too', async () => {
    const old = await fakeCaches.open('app-v0');
    await old.put('/assets/more-1.js', new Response('old'));
    await installed();
    expect(line).not.toHaveBeenCalledWith('/assets/more-1.js', expect.anything());
  });

  it('are kept of this version and the last', async () => {
    for (const name of ['app-a', 'app-b', 'public-images', 'app-v1']) void fakeCaches.open(name);
    await (await import('../../src/worker/shell.ts')).dropOldVersions();
    expect(await fakeCaches.keys()).toEqual(['app-b', 'public-images', 'app-v1']);
  });
});
