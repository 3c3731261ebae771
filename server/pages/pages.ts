/** The pages of the app: made once for each build and list, stored, and sent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ad, Fundi } from '../../src/contract/schemas.ts';
import type { Context } from '../calls/context.ts';
import type { Directory } from '../listings/directory.ts';
import { pack, sendPacked } from '../calls/packed.ts';
import type { PackedText } from '../calls/packed.ts';
import { parseId } from '../db/ids.ts';
import { sharePicture } from './share/sharePicture.ts';
import { watchBuiltApp } from './builtApp.ts';
import type { BuiltApp, InlineSources } from './builtApp.ts';
import { headTags } from './head.ts';
import { ofDirectory, ofFundi, ofHome, ofScreen, ofTrade } from './pageContent.ts';
import type { Screen, PageContent } from './pageContent.ts';

/** The screens whose first sight has the first ad, the newest one. */
const WITH_AD = ['fundiList', 'jobList'];
/** How many pages are in memory: those that were sent last. */
const MOST_PAGES = 300;
const HTML = 'text/html; charset=utf-8';
const RETRY_SECONDS = '5';

/** What any page is made from, beside what it shows. */
interface PageSource {
  app: BuiltApp;
  /** The address of the first ad's small picture, where the first sight has it. */
  adPicture?: string | undefined;
  /** Of a page that shows all that are listed: the same array for as long as they are the same. */
  list?: Fundi[];
}

/** A page and what it was made from. */
interface BuiltPage {
  source: PageSource;
  page: PackedText;
}

/** A page with the status of its address. */
interface PageAnswer {
  status: 200 | 404 | 503;
  page: PackedText;
}

/** What everybody may see, as the API lists it. */
export interface Listings {
  directory: Directory;
  listAds: () => Promise<Ad[]>;
}

/** Returns the security headers of a page with these inline scripts and styles. */
export type HeadersFor = (sources: InlineSources) => Record<string, string>;

export type Pages = ReturnType<typeof createPages>;

/** Makes the pages of the app in `DIST_DIR`. Throws a `ConfigError` when there is none. */
export function createPages(
  { config }: Pick<Context, 'config'>,
  { directory, listAds }: Listings,
  headersFor: HeadersFor,
) {
  const { publicUrl } = config;
  const app = watchBuiltApp(config.distDir);
  /** By screen and what it shows, the one that was sent last at the end. */
  const made = new Map<string, BuiltPage>();
  const files = new WeakMap<BuiltApp, PackedText>();

  const pictureOf = (built: BuiltApp, fundi: Fundi | null) => {
    const { path, ...size } = sharePicture(built.pages, fundi);
    return { url: publicUrl + path, ...size };
  };

  function make({ app: built, adPicture }: PageSource, shown: PageContent): PackedText {
    const { about, path, screen, record, drawn, given, fundi = null } = shown;
    const tags = headTags({
      about,
      site: built.pages.site,
      url: path === null ? null : publicUrl + path,
      picture: pictureOf(built, fundi),
      record,
      given,
      adPicture,
    });
    // Everybody opens the directory and the other screens; a fundi's page few people.
    return pack(built.html({ tags, drawn, screen }), HTML, fundi === null);
  }

  /** The page with this key, made again only when it is made from something else. */
  function stored(key: string, source: PageSource, shown: () => PageContent): PackedText {
    const known = made.get(key);
    const { app: built, adPicture, list } = known?.source ?? {};
    const isSame = built === source.app && adPicture === source.adPicture && list === source.list;
    const page = known && isSame ? known.page : make(source, shown());
    made.delete(key);
    made.set(key, { source, page });
    const [oldest = ''] = made.keys();
    if (made.size > MOST_PAGES) made.delete(oldest);
    return page;
  }

  const pageOfScreen = (source: PageSource, screen: Screen | null) =>
    stored(screen?.name ?? '', source, () => ofScreen(source.app.pages, screen));

  /** The home page, the directory, or the trade of it that was searched for. */
  async function pageOfAll(given: PageSource, screen: Screen, query: string): Promise<PackedText> {
    const { pages } = given.app;
    const list = await directory.list();
    const source = { ...given, list };
    if (screen.name === 'home') {
      return stored(screen.name, source, () => ofHome(pages, screen, list, publicUrl));
    }
    const search = new URLSearchParams(query).get('q') ?? '';
    const trade = search === '' ? null : pages.ofTrade(list, search);
    if (!trade) {
      return stored(screen.name, source, () => ofDirectory(pages, screen, list, publicUrl));
    }
    return stored(`${screen.name} ${search}`, source, () => ofTrade(pages, screen, list, trade));
  }

  const pageOfFundi = (source: PageSource, screen: Screen, fundi: Fundi) =>
    stored(JSON.stringify(fundi), source, () => {
      const pictureUrl = pictureOf(source.app, fundi).url;
      return ofFundi(source.app.pages, screen, { fundi, publicUrl, pictureUrl });
    });

  async function answer(
    built: BuiltApp,
    screen: Screen | null,
    { id, query }: { id: string; query: string },
  ): Promise<PageAnswer> {
    const hasAd = WITH_AD.includes(screen?.name ?? '');
    // A page is worth sending without it.
    const [ad] = hasAd ? await listAds().catch(() => []) : [];
    const source: PageSource = { app: built, adPicture: ad?.image_small ?? undefined };
    if (screen?.name === 'fundiList' || screen?.name === 'home') {
      return { status: 200, page: await pageOfAll(source, screen, query) };
    }
    if (screen?.name !== 'fundiDetail') {
      return { status: screen ? 200 : 404, page: pageOfScreen(source, screen) };
    }
    const number = parseId(id);
    const fundi = number === null ? null : await directory.find(number);
    if (fundi) return { status: 200, page: pageOfFundi(source, screen, fundi) };
    return { status: 404, page: pageOfScreen(source, screen) };
  }

  /** Sends a page with the policy of the build that it was made from: another one blocks its scripts. */
  async function sendPage(
    { request, reply, built }: { request: FastifyRequest; reply: FastifyReply; built: BuiltApp },
    page: PackedText,
  ): Promise<FastifyReply> {
    reply.headers(headersFor(built.sources)).header('cache-control', 'no-cache');
    return await sendPacked(request, reply, page);
  }

  return {
    /** The app as it is built now. */
    app,
    /** Sends `index.html` as the build made it: the service worker stores it with its headers. */
    sendFile: async (request: FastifyRequest, reply: FastifyReply) => {
      const built = await app();
      const page = files.get(built) ?? pack(built.file, HTML, true);
      files.set(built, page);
      return await sendPage({ request, reply, built }, page);
    },
    /** Sends the page of an address: 404 when it is no screen's, or that of a fundi who is not listed. */
    send: async (request: FastifyRequest, reply: FastifyReply) => {
      const built = await app();
      const [pathname = '', query = ''] = request.url.split(/[?#]/);
      const { screen = null, id = '' } = built.screenAt(pathname) ?? {};
      const { status, page } = await answer(built, screen, { id, query }).catch(
        (error: unknown): PageAnswer => {
          // The app shows what is wrong, and may have a cached copy.
          request.log.error({ err: error }, 'a page was sent without its data');
          reply.header('retry-after', RETRY_SECONDS);
          return { status: 503, page: pageOfScreen({ app: built }, screen) };
        },
      );
      reply.code(status);
      return await sendPage({ request, reply, built }, page);
    },
  };
}
