/** The links that call somebody, and that open WhatsApp with a first sentence. */
import { chatNumber, normalisePhone, splitSkills } from '../contract/rules.ts';
import type { Fundi } from '../contract/schemas.ts';
import { site } from './config.ts';

const digits = (text: string) => text.replace(/[^\d+]/g, '');

/** The address that calls a number. */
export const callHref = (phone: string) => `tel:${digits(normalisePhone(phone))}`;

/** "0712 345 678", with spaces that do not break. */
export function spacedPhone(phone: string): string {
  return phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3');
}

/** The address that opens WhatsApp (spec §2), with `text` already written there. */
export function chatHref(phone: string, text = ''): string {
  // A number of another country has its own prefix.
  const number = phone.startsWith('+') ? phone : chatNumber(phone);
  const address = `https://wa.me/${number.replace(/\D/g, '')}`;
  // Not `encodeURIComponent`, which throws on half a character. WhatsApp shows a plus sign as it is.
  const query = new URLSearchParams({ text }).toString().replaceAll('+', '%20');
  return text === '' ? address : `${address}?${query}`;
}

/** What a client writes first to a fundi: who is meant, which work, and where. */
export function firstSentence({ name, skills }: Pick<Fundi, 'name' | 'skills'>): string {
  const hello = name ? `Hello ${name}` : 'Hello';
  const [work] = splitSkills(skills);
  const need = work ? `a fundi for ${work}` : 'a fundi';
  return `${hello}, I found you on ${site.name}. I need ${need} in ${site.town}. Are you free?`;
}
