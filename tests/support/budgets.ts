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
  script: 9.4,
  /**
   * From our own server: the page, with the cards of the demo town. 0.6 KB of it calls and opens WhatsApp,
   * 0.4 are the trades with their counts, 0.6 the menus and what hears taps, 0.1 the trade that an address names, 0.2 the
   * picture of the first ad, 0.03 the room of large text.
   */
  all: 15,
};

/** Stylesheets of the whole app; 0.8 of it comes with the first toast, 0.1 are the edges of a torn ticket. */
export const STYLES = 10.5;
/** The same with the copy of the shell's rules that is written into the page. */
export const STYLES_IN_ALL = 16;

/** The page with all that is written into it, and the service worker. */
export const FILES: Record<string, number> = { 'index.html': 14.5, 'sw.js': 3 };

/**
 * The scripts of every screen: React, the router, the queries and the app's frame. 2.5 KB of it are
 * parts of react-router that the app does not use.
 */
export const EVERY_SCREEN = 99.9;

/**
 * The scripts that each screen of the route table needs beyond those of every screen. Where fundis or a job are
 * shown, 2.5 of it is the table of trades; of the directory and the jobs, 5.4 is the list with its search and
 * filters.
 */
export const SCREENS: Record<string, number> = {
  'public/Home': 7.7,
  'public/FundiList': 10.5,
  'public/FundiDetail': 7.5,
  'public/JobList': 12.7,
  'public/JobDetail': 7,
  'public/Terms': 1.6,
  'public/Privacy': 1.9,
  'public/Contact': 1.5,
  'public/NotFound': 0.5,
  'auth/Register': 28.6,
  'auth/Login': 28.6,
  'auth/ResetPassword': 27.9,
  'fundi/FundiDashboard': 20,
  'fundi/FundiProfile': 30.9,
  // Here and where jobs and ads are paid for, 0.5 says what came from the M-Pesa menu and pays for nothing.
  'fundi/Subscription': 40.4,
  'client/ClientDashboard': 20,
  'client/ClientProfile': 26.3,
  'client/MyJobs': 20.2,
  'client/JobForm': 26.1,
  'client/MyAds': 16.9,
  'client/AdForm': 29.9,
  'pay/Pay': 39.7,
};

/** What is fetched after a screen is shown, when it is wanted. */
export const LATER: Record<string, number> = {
  // The words that people search with are 9 KB of it; 6 KB are the list, which is there before.
  'src/lib/list/search.ts': 21.9,
  'src/lib/api/http.ts': 19.4,
  'src/lib/offline/version.ts': 0.7,
  'src/components/ads/AdSlides.tsx': 3.3,
  'src/screens/public/home/Carousel.tsx': 14.3,
  'src/components/shell/NewVersion.tsx': 1.2,
  'src/components/list/CardWindow.tsx': 9.6,
  'src/screens/public/home/HeroText.tsx': 3.1,
  'src/components/shell/Toasts.tsx': 6.4,
  'node_modules/react-toastify/dist/unstyled.mjs': 6,
};
