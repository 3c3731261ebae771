/** The addresses people open first, for the part of the app that runs before its script is there. */
import type { EndpointName } from '../contract/endpoints.ts';
import { headings } from '../lib/headings.ts';
import type { PathName } from '../paths.ts';

interface Landing {
  /** Its addresses. */
  names: PathName[];
  /** The screen's script. */
  screen: string;
  /** Its public calls, the most wanted first: they start with the page. */
  calls: EndpointName[];
  /** Which shape of `index.html` is painted until the screen is there. */
  shape: 'home' | 'list' | 'jobs' | 'fundi' | 'auth' | 'other';
  /** The shape's heading, where it is not always the same. */
  heading?: string;
  /** The script that draws what the calls answer into that shape, where there is one. */
  drawing?: 'firstCards' | 'firstFundi';
  /** The picture that this shape shows largest. */
  picture?: string;
}

const landing = (
  names: PathName[],
  screen: string,
  calls: EndpointName[] = [],
  shape: Landing['shape'] = 'other',
): Landing => ({ names, screen: `/src/screens/${screen}.tsx`, calls, shape });

/** What each of these addresses needs at once. */
export const landings: Landing[] = [
  { ...landing(['home'], 'public/Home', [], 'home'), picture: '/hero/plumbing.svg' },
  {
    ...landing(['fundiList'], 'public/FundiList', ['listFundis', 'listAds'], 'list'),
    drawing: 'firstCards',
  },
  {
    ...landing(['fundiDetail'], 'public/FundiDetail', ['getFundi', 'listAds'], 'fundi'),
    drawing: 'firstFundi',
  },
  { ...landing(['jobList'], 'public/JobList', ['listAds'], 'jobs'), heading: headings.jobList },
  landing(['jobDetail'], 'public/JobDetail'),
  { ...landing(['registerFundi'], 'auth/Register', [], 'auth'), heading: headings.registerFundi },
  { ...landing(['registerClient'], 'auth/Register', [], 'auth'), heading: headings.registerClient },
  {
    ...landing(['loginFundi', 'loginFundiGuard'], 'auth/Login', [], 'auth'),
    heading: headings.loginFundi,
  },
  { ...landing(['loginClient'], 'auth/Login', [], 'auth'), heading: headings.loginClient },
  landing(['fundiDashboard'], 'fundi/FundiDashboard'),
  landing(['clientDashboard'], 'client/ClientDashboard'),
];
