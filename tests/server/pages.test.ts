/** What the pages of the built app say before any script runs, and to whom. */
import { brotliDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildForTests } from '../../scripts/build.mjs';
import { fundiSafety } from '../../src/contract/messages/state.ts';
import type { Given } from '../../src/contract/pages.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads } from '../../server/db/schema/listings.ts';
import { openHarness } from './openHarness.ts';
import { parse } from './parse.ts';

const PUBLIC_URL = 'https://fundi.example.co.ke';
const server = await openHarness({
  env: { SERVE_APP: 'true', DIST_DIR: await buildForTests(), PUBLIC_URL },
});
beforeEach(() => server.reset());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { accept: 'text/html', ...headers } });

/** The page at an address, as a robot that runs no script reads it. */
async function read(url: string) {
  const { statusCode, body } = await get(url);
  const document = parse(body);
  const attribute = (selector: string, name: string) =>
    document.querySelector(selector)?.getAttribute(name) ?? null;
  return {
    statusCode,
    document,
    title: document.title,
    meta: (name: string) => attribute(`meta[name="${name}"], meta[property="${name}"]`, 'content'),
    canonical: attribute('link[rel="canonical"]', 'href'),
    records: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
    ),
  };
}

/** What the page at an address gives the app. */
async function givenAt(url: string) {
  const { document } = await read(url);
  const text = document.querySelector('#given')?.textContent;
  return text ? (JSON.parse(text) as Given) : null;
}

const names = (from: Document) => [...from.querySelectorAll('*')].map((it) => it.localName);
/** What those see who run no script. */
const drawn = (document: Document) => document.querySelector('noscript');
const drawnLinks = (document: Document, selector: string) =>
  [...(drawn(document)?.querySelectorAll(selector) ?? [])].map((link) => ({
    href: link.getAttribute('href'),
    text: link.textContent,
  }));
const CONTACTS = '[role=group] a';

const asha = {
  name: 'Asha Njeri',
  skills: 'Plumbing, Tiling, Roofing',
  location: 'Juja',
  rateNote: 'Ksh 800 a day',
  phoneNumber: '0712000001',
};
const newAsha = (values: Parameters<typeof server.account>[1] = {}) =>
  server.account('fundi', { ...asha, ...values });

describe('a fundi', () => {
  it('is named with skills, place and rate, in the tags and in a record, at one address however it is spelled', async () => {
    const { id } = await newAsha();
    const url = `${PUBLIC_URL}/fundis/${id}`;
    for (const spelled of [`/fundis/${id}`, `/Fundis/${id}/`, `/fundis/0${id}?fbclid=x`]) {
      const { statusCode, title, canonical, meta, records } = await read(spelled);
      expect([statusCode, title]).toEqual([200, 'Asha Njeri · Fundi Mtaani']);
      expect([canonical, meta('og:url'), meta('robots')]).toEqual([url, url, null]);
      expect(meta('og:title')).toBe('Asha Njeri: Plumbing and Tiling in Juja');
      expect(meta('description')).toBe(
        'Skills: Plumbing, Tiling, Roofing in Juja. Rate: Ksh 800 a day. Call or WhatsApp directly.',
      );
      expect(meta('og:description')).toBe(meta('description'));
      expect(records).toMatchObject([
        {
          '@type': 'LocalBusiness',
          name: 'Asha Njeri',
          url,
          telephone: '0712000001',
          knowsAbout: ['Plumbing', 'Tiling', 'Roofing'],
          address: { addressLocality: 'Juja' },
        },
      ]);
    }
  });

  it.each([
    ['tags', '</title><script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['quotes', `"><script>alert('1')</script>' onload="x`],
    ['the end of a script', '</script><script>alert(1)</script><!--'],
    ['line separators', 'a\u2028b\u2029c\nd'],
    ['patterns of replacements', '$& $1 $` <!--/about-->'],
  ])('with %s in every field adds nothing to the page', async (_, text) => {
    const empty = await server.account('fundi', { skills: 'x', location: 'x', rateNote: 'x' });
    const odd = { name: text, skills: text, location: text, rateNote: text };
    const { id } = await server.account('fundi', odd);
    const plain = (await read(`/fundis/${empty.id}`)).document;
    const { document, title, records, meta } = await read(`/fundis/${id}`);
    expect(names(document)).toEqual(names(plain));
    const line = text.replace(/\s+/g, ' ');
    expect(title).toBe(`${line} · Fundi Mtaani`);
    expect(meta('og:title')).toContain(line);
    expect(records[0]).toMatchObject({ name: text });
  });

  it('with a long text is described in 200 characters', async () => {
    const { id } = await newAsha({ rateNote: '💧'.repeat(200) });
    const description = (await read(`/fundis/${id}`)).meta('description') ?? '';
    expect(Array.from(description)).toHaveLength(200);
    expect(description).toMatch(/💧…$/u);
  });

  it.each([
    ['who was never there', async () => '4711'],
    ['whose trial is over', async () => (await newAsha({ trialEnds: null })).id],
    ['who is a client', async () => (await server.account('client')).id],
    ['with an id that is no number', async () => 'mine'],
  ])('%s is a 404 with the app, without a name', async (_, made) => {
    const page = await read(`/fundis/${await made()}`);
    expect([page.statusCode, page.title]).toEqual([404, 'Fundi · Fundi Mtaani']);
    expect([page.meta('robots'), page.canonical, page.records]).toEqual(['noindex', null, []]);
    expect(page.document.querySelector('#root')).not.toBeNull();
  });

  it('is drawn with the caution and links that work without a script, and the app is given the answer', async () => {
    const { id } = await newAsha();
    const { document } = await read(`/fundis/${id}`);
    expect(drawnLinks(document, CONTACTS).map(({ href }) => href)).toEqual([
      'tel:0712000001',
      'https://wa.me/254712000001?text=Hello%20Asha%20Njeri%2C%20I%20found%20you%20on%20Fundi%20Mtaani.%20I%20need%20a%20fundi%20for%20Plumbing%20in%20Juja.%20Are%20you%20free%3F',
    ]);
    expect(drawn(document)?.querySelector('[role=note]')?.textContent).toContain(fundiSafety);
    const answer = await server.app.inject(`/api/accounts/fundis/${id}/`);
    expect(await givenAt(`/fundis/${id}`)).toEqual({ fundi: answer.json<unknown>() });
  });

  it('has no phone number and no links to it where the contact is hidden', async () => {
    const { id } = await newAsha({ showContact: false });
    const { document } = await read(`/fundis/${id}`);
    expect(drawn(document)?.querySelector('h1')?.textContent).toBe('Asha Njeri');
    expect(drawnLinks(document, CONTACTS)).toEqual([]);
    expect(document.documentElement.outerHTML).not.toContain(asha.phoneNumber.slice(1));
  });
});

describe('the directory', () => {
  it('draws the 8 best available fundis as links, gives them to the app and lists them in a record', async () => {
    const { phoneNumber: _, ...noPhone } = asha;
    const made: number[] = [];
    // One after the other, so that the last is the newest.
    for (let at = 0; at < 14; at += 1) made.push((await server.account('fundi', noPhone)).id);
    await server.account('fundi', { isAvailable: false });
    const { document, records } = await read('/fundis');
    const links = drawnLinks(document, '[data-cards] a[href^="/fundis/"]');
    const newest = made.toReversed().slice(0, 8);
    expect(links.map(({ href }) => href)).toEqual(newest.map((id) => `/fundis/${id}`));
    expect(links[0]?.text).toMatch(/Asha Njeri.*Plumbing.*Juja/);
    expect((await givenAt('/fundis'))?.fundis?.map(({ id }) => id)).toEqual(newest);
    expect(records).toMatchObject([
      {
        '@type': 'ItemList',
        name: 'Fundis in Juja',
        itemListElement: newest.map((id, at) => {
          return { position: at + 1, name: 'Asha Njeri', url: `${PUBLIC_URL}/fundis/${id}` };
        }),
      },
    ]);
  });

  it('gives the app the fundis of a trade for its own name only', async () => {
    const plumber = await newAsha({ skills: 'Tiling, Plumbing' });
    const given = await givenAt('/fundis?q=Plumbing');
    expect(given?.search).toBe('Plumbing');
    expect(given?.fundis?.map(({ id }) => id)).toEqual([plumber.id]);
    for (const url of ['/fundis?q=plumber', '/fundis'])
      expect((await givenAt(url))?.search).toBeUndefined();
  });

  it('and a fundi are sent again only after a change', async () => {
    const { id } = await newAsha();
    const change = server.db.update(accounts).set({ rateNote: 'Ksh 900' });
    for (const [url, changes] of [
      ['/fundis', () => server.account('fundi')],
      [`/fundis/${id}`, () => change.where(eq(accounts.id, id))],
    ] as const) {
      const known = { 'if-none-match': String((await get(url)).headers.etag) };
      expect((await get(url, known)).statusCode).toBe(304);
      await changes();
      expect((await get(url, known)).statusCode).toBe(200);
    }
  });
});

const loseDatabase = () =>
  vi.spyOn(server.db, 'select').mockImplementation(() => {
    throw new Error('away');
  });

const pictureAt = async (url: string) => (await read(url)).meta('first-picture');

describe('the first ad', () => {
  it('has the address of its small picture in the pages that begin with it', async () => {
    expect(await pictureAt('/fundis')).toBeNull();
    const { id: clientId } = await server.account('client');
    const words = { title: 'Fresh milk', description: 'Every morning.' };
    const expiresAt = new Date('2100-01-01');
    await server.db.insert(ads).values({ ...words, clientId, expiresAt, image: 'first.webp' });
    const small = `${PUBLIC_URL}/media/ads/656/first.webp`;
    const urls = ['/fundis', '/fundis?q=Plumbing', '/jobs'];
    expect(await Promise.all(urls.map(pictureAt))).toEqual([small, small, small]);
    expect(await pictureAt('/contact')).toBeNull();

    await server.db.update(ads).set({ takenDown: 'a complaint' });
    expect(await Promise.all(urls.map(pictureAt))).toEqual([null, null, null]);
  });

  it('is missing in a page, and nothing else, when the ads cannot be read', async () => {
    loseDatabase();
    expect((await get('/jobs')).statusCode).toBe(200);
  });
});

/** The ids of the templates of the first paint. */
const templatesAt = async (url: string) =>
  [...(await read(url)).document.querySelectorAll('template')].map(({ id }) => id);

describe('every screen', () => {
  it.each([
    ['/', 200, 'Fundis in Juja', '/'],
    ['/fundis?q=anything', 200, 'Discover Skilled Fundis Near You', '/fundis'],
    ['/jobs', 200, 'Find a Job Near You', '/jobs'],
    ['/contact', 200, 'Contact', '/contact'],
    ['/fundi/login', 200, 'Fundi login', '/login/fundi'],
    // Of no use to strangers: hidden from search engines.
    ['/dashboard/client', 200, 'Dashboard', null],
    ['/pay/job/1', 200, 'Pay for your job', null],
    ['/fundi/subscription', 200, 'Subscription', null],
    ['/jobs/1', 200, 'Job', null],
    ['/reset-password/fundi', 200, 'Reset your fundi password', null],
    ['/no/such/screen', 404, 'Page not found', null],
  ])('%s has its status, title and address: %i, %s, %s', async (url, status, title, canonical) => {
    const page = await read(url);
    expect([page.statusCode, page.title]).toEqual([status, `${title} · Fundi Mtaani`]);
    expect(page.canonical).toBe(canonical && PUBLIC_URL + canonical);
    expect(page.meta('robots')).toBe(canonical ? null : 'noindex');
    expect(page.meta('description')).toMatch(/\w+ \w+/);
    expect(page.meta('og:image')).toMatch(/^https:\/\/fundi\.example\.co\.ke\//);
    expect(page.document.querySelectorAll('title')).toHaveLength(1);
  });

  it('has no data for the app when nobody is listed', async () => {
    for (const url of ['/fundis', '/', '/fundis/1', '/no/such/screen']) {
      const { document } = await read(url);
      expect(document.querySelector('#given')).toBeNull();
      expect(drawn(document)?.textContent).toMatch(/No fundi is listed|needs JavaScript/);
    }
  });

  it('has its own first paint only; the file of the app has that of all', async () => {
    expect(await templatesAt('/index.html')).toEqual(
      expect.arrayContaining(['first-frame', 'first-fundiList', 'first-jobList', 'first-other']),
    );
    for (const url of ['/jobs', '/JOBS']) {
      const jobs = await templatesAt(url);
      expect(jobs).toContain('first-jobList');
      expect(jobs.filter((id) => !/^first-(frame|jobList)/.test(id))).toEqual([]);
    }
  });

  it('has its tags before the styles and scripts', async () => {
    const { body } = await get('/fundis');
    expect(body.indexOf('og:title')).toBeLessThan(body.indexOf('<style'));
    expect(body.indexOf('og:title')).toBeLessThan(2000);
  });

  it('is compressed for a browser that can read it', async () => {
    const plain = await get('/fundis');
    const small = await get('/fundis', { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers.vary).toContain('Accept-Encoding');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    expect(small.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 2);
  });

  it('is a 503 without data when the database does not answer', async () => {
    const { id } = await newAsha();
    loseDatabase();
    const page = await get(`/fundis/${id}`);
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
    expect(page.body).toContain('id="root"');
    expect(page.body).not.toContain('Asha');
  });
});

describe('for search engines', () => {
  it('robots.txt names the sitemap', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    expect(body).not.toContain('Disallow: /\n');
  });

  it('the sitemap has the open screens and the listed fundis with their last change', async () => {
    const fundi = await newAsha();
    const gone = await server.account('fundi', { trialEnds: null });
    server.advance(60_000);
    const before = server.ctx.now();
    const headersOf = await server.signIn(fundi);
    await server.send('updateMyFundi', { headers: headersOf, body: { is_available: false } });
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const document = parse(body, 'application/xml');
    const urls = [...document.querySelectorAll('url')].map((url) => ({
      loc: url.querySelector('loc')?.textContent,
      lastmod: url.querySelector('lastmod')?.textContent,
    }));
    const addresses = urls.map(({ loc }) => loc?.slice(PUBLIC_URL.length));
    expect(addresses).toContain('/');
    expect(addresses).toContain('/fundis');
    expect(addresses).not.toContain(`/fundis/${gone.id}`);
    expect(addresses.filter((address) => /dashboard|pay|:|reset/.test(address ?? ''))).toEqual([]);
    const own = urls.find(({ loc }) => loc?.endsWith(`/fundis/${fundi.id}`));
    expect(Date.parse(own?.lastmod ?? '')).toBeGreaterThanOrEqual(before.getTime());
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('has an icon at the address that browsers ask for', async () => {
    const icon = await get('/favicon.ico');
    expect(icon.statusCode).toBe(200);
    expect(icon.rawPayload.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  });
});
