/** The addresses that people open first, for what runs before the app's script is there. */
import type { EndpointName } from '../contract/endpoints.ts';
import type { About, Screen } from '../contract/pages.ts';
import type { PathName } from '../paths.ts';

/** An address that people open first. */
export interface Landing {
  /** Its paths: one screen, drawn in the same way. */
  names: PathName[];
  /** The screen's script. */
  screen: string;
  /** The public calls of the screen, the most urgent first: they start with the page. */
  calls: EndpointName[];
  /** The script that draws the first call's answer before the app is there, where there is one. */
  drawing?: 'firstCards' | 'firstFundi';
  /** Whether the picture of the home page is painted. */
  hasPicture?: boolean;
  /** The login that takes its place for people without a token. */
  login?: PathName;
}

/** What `firstPaint.tsx` renders at build time. */
export interface FirstPaints {
  /** The product's name, for the page's title. */
  name: string;
  /** The description of a page that has none of its own. */
  description: string;
  /** The address of the picture that is painted on the home page. */
  picture: string;
  /** The content of the page for browsers without scripts. */
  withoutScript: string;
  /** The markup that our server shows to them, with an empty `main`. */
  frame: string;
  /** For each of `landings`, and after them for every other address: the markup for each of `people`. */
  pages: string[][];
  screens: Screen[];
  notFound: About;
}

const landing = (names: PathName[], screen: string, calls: EndpointName[] = []): Landing => ({
  names,
  screen: `/src/screens/${screen}.tsx`,
  calls,
});

/** What each of these addresses needs at once. */
export const landings: Landing[] = [
  { ...landing(['home'], 'public/Home'), hasPicture: true },
  {
    ...landing(['fundiList'], 'public/FundiList', ['listFundis', 'listAds']),
    drawing: 'firstCards',
  },
  {
    ...landing(['fundiDetail'], 'public/FundiDetail', ['getFundi', 'listAds']),
    drawing: 'firstFundi',
  },
  landing(['jobList'], 'public/JobList', ['listAds']),
  landing(['jobDetail'], 'public/JobDetail'),
  landing(['registerFundi'], 'auth/Register'),
  landing(['registerClient'], 'auth/Register'),
  landing(['loginFundi', 'loginFundiGuard'], 'auth/Login'),
  landing(['loginClient'], 'auth/Login'),
  { ...landing(['fundiDashboard'], 'fundi/FundiDashboard'), login: 'loginFundiGuard' },
  { ...landing(['clientDashboard'], 'client/ClientDashboard'), login: 'loginClient' },
];
