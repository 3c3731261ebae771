/** What the build knows of addresses that people open first, beside the rows of the route table. */
import { TRIAL_DAYS } from '../contract/constants.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { site } from '../lib/config.ts';
import type { PathName } from '../paths.ts';

interface Landing {
  /** Describes the page in search results and shared links; search engines list no others. */
  about?: string;
  /** Its first picture is in the page, and these public calls start with it, the most urgent first. */
  calls?: EndpointName[];
}

export const landings: Partial<Record<PathName, Landing>> = {
  home: {
    about: `Find a trusted fundi in ${site.town}, call or WhatsApp directly, post a job and pay by M-Pesa.`,
    calls: [],
  },
  fundiList: {
    about: `Fundis in ${site.town} with their skills, place and rates. Search by skill or place, then call or WhatsApp directly.`,
    calls: ['listFundis', 'listAds'],
  },
  fundiDetail: {
    about: `A fundi of ${site.name}: skills, place, rate and contact.`,
    calls: ['getFundi', 'listAds'],
  },
  jobList: {
    about: `Jobs that clients in ${site.town} have posted. Register as a fundi to see them, free for ${TRIAL_DAYS} days.`,
    calls: ['listAds'],
  },
  jobDetail: {
    about: `A job for fundis in ${site.town}. Log in as a fundi to see it.`,
    calls: [],
  },
  terms: {
    about: `The terms of ${site.name}: what it does, what it costs and who answers for what.`,
  },
  privacy: {
    about: `What ${site.name} stores about you, who sees it and how to have it deleted.`,
  },
  contact: { about: `How to reach ${site.name}: phone, WhatsApp and email.` },
  registerFundi: {
    about: `Register as a fundi in ${site.town}: be found by clients near you, free for ${TRIAL_DAYS} days.`,
    calls: [],
  },
  loginFundi: { about: `Log in to ${site.name} as a fundi.`, calls: [] },
  loginFundiGuard: { calls: [] },
  fundiDashboard: { calls: [] },
  registerClient: {
    about: `Register as a client: hire a fundi in ${site.town}, post a job or advertise.`,
    calls: [],
  },
  loginClient: { about: `Log in to ${site.name} as a client.`, calls: [] },
  clientDashboard: { calls: [] },
};
