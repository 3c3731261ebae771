/** Titles and descriptions for search results and shared links. */
import { TRIAL_DAYS } from '../contract/constants.ts';
import { FALLBACK } from '../contract/messages.ts';
import type { About } from '../contract/pages.ts';
import { cardSkills, splitSkills } from '../contract/rules.ts';
import type { Fundi } from '../contract/schemas.ts';
import { site } from '../lib/config.ts';
import { fundiName } from '../lib/names.ts';
import { tabTitle } from '../lib/tabTitle.ts';
import type { PathName } from '../paths.ts';

/** The descriptions of the screens that people may find or share; search engines list no others. */
export const DESCRIPTIONS: Partial<Record<PathName, string>> = {
  home: `Find a trusted fundi in ${site.town}, call or WhatsApp directly, post a job and pay by M-Pesa.`,
  fundiList: `Fundis in ${site.town} with their skills, place and rates. Search by skill or place, then call or WhatsApp directly.`,
  fundiDetail: `A fundi of ${site.name}: skills, place, rate and contact.`,
  jobList: `Jobs that clients in ${site.town} have posted. Register as a fundi to see them, free for ${TRIAL_DAYS} days.`,
  jobDetail: `A job for fundis in ${site.town}. Log in as a fundi to see it.`,
  contact: `How to reach ${site.name}: phone, WhatsApp and email.`,
  terms: `The terms of ${site.name}: what it does, what it costs and who answers for what.`,
  privacy: `What ${site.name} stores about you, who sees it and how to have it deleted.`,
  registerFundi: `Register as a fundi in ${site.town}: be found by clients near you, free for ${TRIAL_DAYS} days.`,
  registerClient: `Register as a client: hire a fundi in ${site.town}, post a job or advertise.`,
  loginFundi: `Log in to ${site.name} as a fundi.`,
  loginClient: `Log in to ${site.name} as a client.`,
};

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
