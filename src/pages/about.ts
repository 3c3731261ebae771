/** What pages say in search results, shared links and without scripts. */
import { TRIAL_DAYS } from '../contract/constants.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import * as FALLBACK from '../contract/messages/fallback.ts';
import { DESCRIPTION, type About, type Screen } from '../contract/pages.ts';
import { cardSkills, splitSkills } from '../contract/rules.ts';
import type { Fundi, Role } from '../contract/schemas.ts';
import { site, tabTitle } from '../lib/config.ts';
import { fundiName } from '../lib/names.ts';
import { paths, type PathName } from '../paths.ts';

export const NEEDS_SCRIPT = `${site.name} needs JavaScript. Please switch it on and load this page again.`;

/** The title and description of a fundi's page: name, skills, place and rate. */
export function aboutFundi(fundi: Fundi): About {
  const name = fundiName(fundi);
  const skills = splitSkills(fundi.skills);
  const place = fundi.location === null ? '' : ` in ${fundi.location}`;
  const trade = cardSkills(fundi.skills).join(' and ');
  const rate = fundi.rate_note === null ? '' : ` Rate: ${fundi.rate_note}.`;
  const contact = fundi.phone_number === null ? '' : ' Call or WhatsApp directly.';
  return {
    title: tabTitle(name),
    shared: trade === '' ? `${name}${place}` : `${name}: ${trade}${place}`,
    description: `Skills: ${skills.join(', ') || FALLBACK.skills}${place}.${rate}${contact}`,
  };
}

/** What the build knows of an address that people open first, beside its row of the route table. */
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

const SAME: Partial<Record<PathName, PathName>> = { loginFundiGuard: 'loginFundi' };

const names = Object.keys(paths) as PathName[];
/** The name of a path of the route table. */
export const pathNameOf = (path: string) => names.find((each) => paths[each] === path) as PathName;
const patternOf = (path: string) => `^${path.replace(/\/$/, '').replace(/:\w+/g, '([^/]+)')}/?$`;

/** The markup of the screen at an address, as a person with this role sees it. */
type RenderAs = (pathname: string, role: Role | null) => string;

function titleIn(markup: string): string {
  const [, title = site.name] = /<title>(.*?)<\/title>/.exec(markup) ?? [];
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return title.replace(/&([^;]+);/g, (entity, name: string) => entities[name] ?? entity);
}

interface Row {
  path: string;
  auth?: Role;
}

/** All screens, in the order of the route table. */
export function aboutScreens(rows: Row[], render: RenderAs): Screen[] {
  return rows.map(({ path, auth }) => {
    const name = pathNameOf(path);
    const same = SAME[name] ?? name;
    const description = landings[same]?.about;
    // A path with an id is listed only when the server knows what the page shows.
    const isOpen = auth === undefined && description !== undefined && !path.includes(':');
    return {
      name,
      pattern: patternOf(path),
      title: titleIn(render(path.replace(/:\w+/g, '1'), auth ?? null)),
      description: description ?? DESCRIPTION,
      canonical: isOpen ? paths[same] : null,
    };
  });
}

/** What an unknown address is about. */
export function aboutNotFound(render: RenderAs, pathname: string): About {
  return { title: titleIn(render(pathname, null)), description: DESCRIPTION };
}
