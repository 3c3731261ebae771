/** What pages say in search results, shared links and without scripts. */
import * as FALLBACK from '../contract/messages/fallback.ts';
import type { About } from '../contract/pages.ts';
import { cardSkills, splitSkills } from '../contract/rules.ts';
import type { Fundi } from '../contract/schemas.ts';
import { site } from '../lib/config.ts';
import { fundiName } from '../lib/names.ts';
import { tabTitle } from '../lib/tabTitle.ts';

/** What a page says to those who run no script. */
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
