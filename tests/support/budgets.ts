/**
 * How much of the app may be sent, in KB of 1,000 bytes, compressed as the server sends it. Each
 * number is a little above what is needed today; raise one only for what is worth the wait.
 */

/**
 * What the browser must have before the first card of `/fundis` is seen, or a fundi whose link is
 * opened. Our own server has them in the page.
 */
export const FIRST_CARD = {
  /**
   * From a static host: what is written into the page, and the script that draws the cards or the
   * fundi. 0.4 KB of it says what is wrong when the app does not come.
   */
  script: 8.2,
  /**
   * From our own server: the page, with the cards of the demo town. 0.6 KB of it calls and opens WhatsApp,
   * 0.4 are the trades with their counts, 0.6 the menus and what hears taps, 0.1 the trade that an address names, 0.2 the
   * picture of the first ad, 0.03 the room of large text.
   */
  all: 13.8,
};

/** Stylesheets of the whole app; 0.8 of it comes with the first toast. */
export const STYLES = 8.9;
/** The same with the copy of the shell's rules that is written into the page. */
export const STYLES_IN_ALL = 13.1;

/** The page with all that is written into it, and the service worker. */
export const FILES: Record<string, number> = { 'index.html': 12.2, 'sw.js': 3.8 };

/** Scripts and what they are made of. */
export interface Budget {
  kb: number;
  /** Packages in it, beside those of every screen: another one is a decision. */
  packages?: string[];
}

/**
 * The scripts of every screen: React, the router, the queries and the app's frame. 2.5 KB of it are
 * parts of react-router that the app does not use, 0.3 asks for four pages of a list at a time.
 */
export const EVERY_SCREEN = {
  kb: 98.7,
  packages: [
    '@tanstack/query-core',
    '@tanstack/react-query',
    'react',
    'react-dom',
    'react-router',
    'scheduler',
  ],
} satisfies Budget;

const forms = ['@hookform/resolvers', 'react-hook-form', 'zod'];

/**
 * The scripts that each screen of the route table needs beyond those of every screen. Where fundis are
 * shown, 2.5 of it is the table of trades; of the directory and the jobs, 5.4 is the list with its search and
 * filters.
 */
export const SCREENS: Record<string, Budget> = {
  'public/Home': { kb: 6.8 },
  'public/FundiList': { kb: 9.9 },
  'public/FundiDetail': { kb: 6.3 },
  'public/JobList': { kb: 9.9 },
  'public/JobDetail': { kb: 4.1 },
  'public/Terms': { kb: 1.5 },
  'public/Privacy': { kb: 1.9 },
  'public/Contact': { kb: 1.5 },
  'public/NotFound': { kb: 0.5 },
  'auth/Register': { kb: 28.3, packages: forms },
  'auth/Login': { kb: 28.2, packages: forms },
  'auth/ResetPassword': { kb: 28.0, packages: forms },
  'fundi/FundiDashboard': { kb: 18.4 },
  'fundi/FundiProfile': { kb: 31.1, packages: forms },
  // Here and where jobs and ads are paid for, 0.5 says what came from the M-Pesa menu and pays for nothing.
  'fundi/Subscription': { kb: 40.9, packages: forms },
  'client/ClientDashboard': { kb: 16.6 },
  'client/ClientProfile': { kb: 26.9, packages: forms },
  'client/MyJobs': { kb: 16.8 },
  'client/JobForm': { kb: 26.4, packages: forms },
  'client/MyAds': { kb: 16.9 },
  'client/AdForm': { kb: 30.2, packages: forms },
  'pay/Pay': { kb: 40.9, packages: forms },
};

/** What is fetched after a screen is shown, when it is wanted. */
export const LATER: Record<string, Budget> = {
  // The words that people search with are 9 KB of it.
  'src/lib/list/finder.ts': { kb: 16.5, packages: ['fastest-levenshtein'] },
  'src/lib/api/http.ts': { kb: 19.3, packages: ['axios'] },
  // Of a client's own jobs below the list that they may not see: what is known about payments.
  'src/screens/public/OwnJobCards.tsx': { kb: 8 },
  'src/screens/client/shrinkImage.ts': { kb: 0.5 },
  'src/lib/offline/version.ts': { kb: 0.7 },
  'src/components/ads/AdSlides.tsx': { kb: 3.5 },
  'src/screens/public/home/Carousel.tsx': {
    kb: 14.3,
    packages: [
      'classnames',
      'json2mq',
      'lodash.debounce',
      'react-slick',
      'resize-observer-polyfill',
      'slick-carousel',
      'string-convert',
    ],
  },
  'src/components/shell/NewVersion.tsx': { kb: 1.2 },
  'src/components/list/RowWindow.tsx': {
    kb: 9.6,
    packages: ['@tanstack/react-virtual', '@tanstack/virtual-core'],
  },
  'src/screens/public/home/HeroText.tsx': { kb: 3.1, packages: ['react-type-animation'] },
  'src/components/shell/ToastPlace.tsx': { kb: 6.8, packages: ['clsx', 'react-toastify'] },
  'node_modules/react-toastify/dist/unstyled.mjs': {
    kb: 6.1,
    packages: ['clsx', 'react-toastify'],
  },
};
