/**
 * What the build of the app gives to the server that serves it: what each address is about, and how
 * fundis are drawn. The server takes it from the folder of the built app, so that titles, texts and
 * looks are written once, in the app.
 */
import type { Fundi } from './schemas.ts';
import type { TradeId } from './trades.ts';

/** The description of the product: of a page that has none of its own, and of the installed app. */
export const DESCRIPTION =
  'Find a trusted fundi near you, call or WhatsApp directly, post a job and pay by M-Pesa.';

/** The module with the `pages` of a built app, in its folder. */
export const PAGES_FILE = '.server/pages.mjs';

/** The two comments in `index.html` between which the server writes what it knows of an address. */
export const aboutMarks = ['<!--about-->', '<!--/about-->'] as const;

/** The two comments in the `<noscript>` of `index.html` between which the server draws fundis. */
export const drawnMarks = ['<!--drawn-->', '<!--/drawn-->'] as const;

/**
 * What the ids of the templates with the first paint begin with: `first-frame` for the frame of the app,
 * `first-fundiList` for a screen in it, `first-fundiList-client` where it differs for a client.
 */
export const FIRST_ID = 'first-';

/** The id of the script with the addresses that people open first, a JSON list of `PaintedLanding`. */
export const LANDINGS_ID = 'landings';

/** The id of the script with `Given`, which is there when the server has drawn the fundis. */
export const GIVEN_ID = 'given';

/** The name of the tag with the address of the first ad's small picture, where the ads are on the first screen. */
export const PICTURE_NAME = 'first-picture';

/** What the server has put into a page beside what it has drawn. */
export interface Given {
  /** The API's own answer. */
  fundi?: Fundi;
  /** The first fundis of the API's own list: those whose cards are drawn. */
  fundis?: Fundi[];
  /** The trade whose fundis they are, which the address searches for; without it they are the best of all. */
  search?: string;
  town?: Town;
}

/** What the first screen says of the town: of all that are listed. */
export interface Town {
  available: number;
  /** The most frequent trades, each with the number of its fundis. */
  trades: [TradeId, number][];
  places: string[];
}

/** What a search result, a tab and a shared link say of a page. */
export interface About {
  title: string;
  shared?: string;
  description: string;
}

/** One row of the app's route table. */
export interface Screen extends About {
  /** The part of the app's path catalogue that it is, such as `fundiDetail`. */
  name: string;
  /** A regular expression of its path, without regard to case; its group is the id. */
  pattern: string;
  /** Its one path for search engines. Null when they should not list it, as for all that needs a login. */
  canonical: string | null;
}

/** An address that is painted before the app has come, as far as the server reads it. */
export interface PaintedLanding {
  /** The part of the app's path catalogue that it is; `other` for every other address. */
  name: string;
  /** The landing that takes its place for people without a token: a login. */
  login?: string | undefined;
}

export interface FoundTrade {
  name: string;
  fundis: Fundi[];
}

/** The `VITE_` settings of a built app, or their defaults. */
export interface Site {
  name: string;
  town: string;
  operator: { name: string; place: string; registration: string; dataProtection: string };
  supportHours: string;
  supportPhone: string;
  supportEmail: string;
}

/** What the module of a built app exports as `pages`. */
export interface Pages {
  site: Site;
  screens: Screen[];
  notFound: About;
  aboutFundi: (fundi: Fundi) => About;
  /** The icon of the first trade in a fundi's skills, as SVG 24 wide for the picture of a shared link. */
  signOf: (skills: Fundi['skills']) => string;
  fundiPath: (id: Fundi['id']) => string;
  /** The fundis of the directory's first window, of all that are listed. */
  firstFundis: (listed: readonly Fundi[]) => Fundi[];
  townOf: (fundis: readonly Fundi[]) => Town;
  /** The first fundis of the trade with this name; null when none has it. */
  ofTrade: (listed: readonly Fundi[], name: string) => FoundTrade | null;
  /** HTML for those who run no script, of a screen that shows them nothing. */
  drawOther: () => string;
  /** The same of the home page, with the search and the trades; the first paint takes these from it. */
  drawHome: (town: Town) => string;
  /** The same of the directory or one of its trades; the first paint takes the cards and the trades from it. */
  drawDirectory: (first: readonly Fundi[], town: Town, trade?: FoundTrade) => string;
  drawFundi: (fundi: Fundi) => string;
}
