/** The pages of the app, each with its title, tags and first cards before any script runs. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { About, Given, Pages as BuiltPages } from '../../src/contract/pages.ts';
import type { Ad, Fundi } from '../../src/contract/schemas.ts';
import type { Context } from '../calls/context.ts';
import type { Directory } from '../listings/directory.ts';
import { pack, sendPacked } from '../calls/packed.ts';
import type { Packed } from '../calls/packed.ts';
import { parseId } from '../db/ids.ts';
import { sharePicture } from './share/share.ts';
import type { BuildVersion } from '../process/buildVersion.ts';
import { watchBuiltApp } from './builtApp.ts';
import type { BuiltApp } from './builtApp.ts';
import type { InlineSources } from './inlineSources.ts';
import { headTags } from './head.ts';
import { directoryRecord, fundiRecord, siteRecord } from './records.ts';

/** The screens whose first sight has the first ad, the newest one. */
const WITH_AD = ['fundiList', 'jobList'];
/** How many pages of fundis are in memory as they were sent last. */
const MOST_FUNDIS = 200;
const HTML = 'text/html; charset=utf-8';
const RETRY_SECONDS = '5';

type Screen = BuiltPages['screens'][number];

/** What a page is made of, beside the app itself. */
interface Shown {
  about: About;
  /** Its one path, or null when nobody should list it. */
  path: string | null;
  /** The landings of the app that the page needs. */
  landings: number[];
  record?: object;
  /** HTML that is shown without scripts, and as the first paint with them. */
  drawn: string;
  /** What the app is given with it. */
  given?: Given;
  /** Whose picture a shared link shows; without a fundi it is that of the site. */
  fundi?: Fundi;
}

/** What any page is made from, beside what it shows. */
interface Source {
  app: BuiltApp;
  /** The address of the first ad's small picture, where the first sight has it. */
  adPicture?: string | undefined;
}

/** A page and what it was made from. */
interface Made {
  source: Source;
  page: Packed;
}

/** Where pages stay until another app has been built, or another ad comes first. */
interface Store<K> {
  get(key: K): Made | undefined;
  set(key: K, made: Made): unknown;
}

/** A page with the status of its address. */
interface Answer {
  status: 200 | 404 | 503;
  page: Packed;
}

/** What everybody may see, as the API lists it. */
export interface Listings {
  directory: Directory;
  listAds: () => Promise<Ad[]>;
}

/** What the app's pages need beside the API. */
export interface Served {
  build: BuildVersion;
  /** Returns the security headers of a page with these inline scripts and styles. */
  headers: (sources: InlineSources) => Promise<Record<string, string>>;
}

export interface Pages {
  /** Sends the page of an address: 404 when it is no screen's, or that of a fundi who is not listed. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Sends `index.html` as the build made it: the service worker stores it with its headers. */
  sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The app as it is built now. */
  app(): Promise<BuiltApp>;
}

/** Makes the pages of the app in `DIST_DIR`. Throws a `ConfigError` when there is none. */
export function createPages(
  { config }: Pick<Context, 'config'>,
  { directory, listAds }: Listings,
  { build, headers }: Served,
): Pages {
  const { publicUrl } = config;
  const app = watchBuiltApp(config.distDir, build);
  const screens = new Map<string, Made>();
  const homes = new WeakMap<Fundi[], Made>();
  const lists = new WeakMap<Fundi[], Made>();
  /** The pages of trades, by their names: there are as many as there are trades. */
  const trades = new WeakMap<Fundi[], Map<string, Made>>();
  const fundis = new Map<string, Made>();
  const files = new WeakMap<BuiltApp, Packed>();

  const pictureOf = (built: BuiltApp, fundi: Fundi | null) => {
    const { path, ...size } = sharePicture(built.pages, fundi);
    return { url: publicUrl + path, ...size };
  };

  function make({ app: built, adPicture }: Source, shown: Shown): Packed {
    const { about, path, landings, record, drawn, given, fundi = null } = shown;
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
    return pack(built.html({ tags, drawn, landings }), HTML, fundi === null);
  }

  function stored<K>(store: Store<K>, key: K, source: Source, shown: () => Shown): Packed {
    const known = store.get(key);
    const isSame = known?.source.app === source.app && known.source.adPicture === source.adPicture;
    if (isSame) return known.page;
    const page = make(source, shown());
    store.set(key, { source, page });
    return page;
  }

  /** The page of a screen without data of its own, or of an unknown address. */
  function ofScreen(source: Source, screen: Screen | null): Packed {
    const { notFound, drawOther } = source.app.pages;
    return stored(screens, screen?.name ?? '', source, () => ({
      about: screen ?? notFound,
      path: screen?.canonical ?? null,
      landings: (screen ?? notFound).landings,
      drawn: drawOther(),
    }));
  }

  async function ofHome(source: Source, screen: Screen): Promise<Packed> {
    const list = await directory.list();
    return stored(homes, list, source, () => {
      const { site, firstTrades, drawHome } = source.app.pages;
      const common = firstTrades(list);
      return {
        about: screen,
        path: screen.canonical,
        landings: screen.landings,
        record: siteRecord(site, publicUrl),
        drawn: drawHome(common),
        ...(common.length > 0 && { given: { trades: common } }),
      };
    });
  }

  /**
   * The page of a trade, with its first fundis. The app is given them only for the trade's own name: what
   * other phrases ask for, the app finds.
   */
  function ofTrade(source: Source, screen: Screen, list: Fundi[], search: string): Packed | null {
    const { ofTrade, firstTrades, drawDirectory } = source.app.pages;
    const trade = search === '' ? null : ofTrade(list, search);
    if (!trade) return null;
    const made = trades.get(list) ?? new Map<string, Made>();
    trades.set(list, made);
    const isNamed = search === trade.name;
    return stored(made, `${trade.name} ${trade.place} ${isNamed}`, source, () => ({
      about: screen,
      path: screen.canonical,
      landings: screen.landings,
      drawn: drawDirectory(trade.fundis, firstTrades(list), trade),
      ...(isNamed && {
        given: { search, fundis: trade.fundis, trades: firstTrades(list) },
      }),
    }));
  }

  async function ofDirectory(source: Source, screen: Screen, query: string): Promise<Packed> {
    const list = await directory.list();
    const found = ofTrade(source, screen, list, new URLSearchParams(query).get('q') ?? '');
    if (found) return found;
    return stored(lists, list, source, () => {
      const { site, firstFundis, firstTrades, fundiPath, drawDirectory } = source.app.pages;
      const first = firstFundis(list);
      const common = firstTrades(list);
      const urlOf = ({ id }: Fundi) => publicUrl + fundiPath(id);
      return {
        about: screen,
        path: screen.canonical,
        landings: screen.landings,
        record: directoryRecord(first, { site, urlOf }),
        drawn: drawDirectory(first, common),
        ...(first.length > 0 && { given: { fundis: first, trades: common } }),
      };
    });
  }

  function ofFundi(source: Source, { landings }: Screen, fundi: Fundi): Packed {
    const { app: built } = source;
    const path = built.pages.fundiPath(fundi.id);
    const page = stored(fundis, JSON.stringify(fundi), source, () => ({
      about: built.pages.aboutFundi(fundi),
      path,
      landings,
      fundi,
      record: fundiRecord(fundi, publicUrl + path, pictureOf(built, fundi).url),
      drawn: built.pages.drawFundi(fundi),
      given: { fundi },
    }));
    const [oldest = ''] = fundis.keys();
    if (fundis.size > MOST_FUNDIS) fundis.delete(oldest);
    return page;
  }

  async function answer(
    built: BuiltApp,
    screen: Screen | null,
    { id, query }: { id: string; query: string },
  ): Promise<Answer> {
    const hasAd = WITH_AD.includes(screen?.name ?? '');
    // A page is worth sending without it.
    const [ad] = hasAd ? await listAds().catch(() => []) : [];
    const source: Source = { app: built, adPicture: ad?.image_small ?? undefined };
    if (screen?.name === 'fundiList') {
      return { status: 200, page: await ofDirectory(source, screen, query) };
    }
    if (screen?.name === 'home') return { status: 200, page: await ofHome(source, screen) };
    if (screen?.name !== 'fundiDetail') {
      return { status: screen ? 200 : 404, page: ofScreen(source, screen) };
    }
    const number = parseId(id);
    const fundi = number === null ? null : await directory.find(number);
    if (fundi) return { status: 200, page: ofFundi(source, screen, fundi) };
    return { status: 404, page: ofScreen(source, screen) };
  }

  /** Sends a page with the policy of the build that it was made from: another one blocks its scripts. */
  async function sendPage(
    { request, reply, built }: { request: FastifyRequest; reply: FastifyReply; built: BuiltApp },
    page: Packed,
  ): Promise<FastifyReply> {
    reply.headers(await headers(built.sources)).header('cache-control', 'no-cache');
    return await sendPacked(request, reply, page);
  }

  return {
    app,
    sendFile: async (request, reply) => {
      const built = await app();
      const page = files.get(built) ?? pack(built.file, HTML, true);
      files.set(built, page);
      return await sendPage({ request, reply, built }, page);
    },
    send: async (request, reply) => {
      const built = await app();
      const [pathname = '', query = ''] = request.url.split(/[?#]/);
      const { screen = null, id = '' } = built.screenAt(pathname) ?? {};
      const { status, page } = await answer(built, screen, { id, query }).catch(
        (error: unknown): Answer => {
          // The app shows what is wrong, and may have a cached copy.
          request.log.error({ err: error }, 'a page was sent without its data');
          reply.header('retry-after', RETRY_SECONDS);
          return { status: 503, page: ofScreen({ app: built }, screen) };
        },
      );
      reply.code(status);
      return await sendPage({ request, reply, built }, page);
    },
  };
}
