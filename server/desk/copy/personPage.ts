/** What is stored about a person, as a page that a browser shows and prints: no scripts, nothing from elsewhere. */
import { localTime } from '../../process/nairobi.ts';
import { escapeText } from '../../pages/escape.ts';
import type { PersonData, Row } from './personData.ts';

/** A heading and a sentence for each table; one that is not here goes by its own name. */
const ABOUT: Record<string, [heading: string, why: string]> = {
  accounts: ['Account and profile', 'What you registered with, and what you changed since.'],
  sessions: [
    'Devices that are logged in',
    'When you logged in, when you were seen last, until when it lasts.',
  ],
  account_changes: [
    'Changes of phone number, ID number and password',
    'What it was before. A former number lets you back in for a month.',
  ],
  reset_codes: [
    'A code for a lost ID number',
    'The code itself is not stored in a form that can be read.',
  ],
  jobs: ['Jobs', 'All that you posted and did not delete.'],
  ads: [
    'Ads',
    'All that you posted and did not delete, with the addresses of their pictures, which of an unpaid ad work for a day.',
  ],
  pictures: ['Pictures of ads', 'The sizes that are stored; the addresses stand at the ads.'],
  payments: ['Payments', 'The law on accounts makes us store them for seven years.'],
  payment_events: ['Steps of each payment', 'What was sent and answered, with what M-Pesa said.'],
  sums: ['Money that M-Pesa reported', 'What came to our paybill for you.'],
  trials: [
    'Free trial',
    'Stored with a scrambled form of the ID number, so that there is one for each.',
  ],
  operator_log: [
    'What our operators did',
    'With their reasons. Their names are theirs, and not here.',
  ],
  prompts_of_others: [
    'Payment prompts that others sent to your phone number',
    'Who sent them, and what for, is about them, and not here.',
  ],
};

/** `phoneNumber` and `payment_events` as `Phone number` and `Payment events`. */
function words(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\bid\b/g, 'ID');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && DATE.test(value))
    return `${localTime(new Date(value))} in Nairobi`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function rowHtml(row: Row): string {
  const given = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  const lines = given.map(
    ([name, value]) =>
      `<dt>${escapeText(words(name))}</dt><dd>${escapeText(valueText(value))}</dd>`,
  );
  return `<dl>${lines.join('')}</dl>`;
}

function tableHtml([name, rows]: [string, Row[]]): string {
  const [heading, why] = ABOUT[name] ?? [words(name), ''];
  const count = rows.length === 0 ? 'Nothing is stored.' : `${rows.length} in all.`;
  const intro = escapeText(`${why} ${count}`);
  return `<section><h2>${escapeText(heading)}</h2><p>${intro}</p>${rows.map(rowHtml).join('')}</section>`;
}

const STYLE = `body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1,h2{line-height:1.2}dl{display:grid;grid-template-columns:minmax(6rem,1fr) 2fr;gap:.2rem 1rem;margin:0 0 1rem;
padding:.7rem;border:1px solid #bbb;border-radius:6px;break-inside:avoid}dt{color:#444}dd{margin:0;overflow-wrap:anywhere}`;

/** The page; `answers` says who answers for the data and how they are reached. */
export function personPage({ name, subject, made, tables }: PersonData, answers: string): string {
  const title = escapeText(`What is stored about ${name}`);
  const at = escapeText(`${valueText(made)}, account: ${subject}. ${answers}`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<h1>${title}</h1>
<p>${at}</p>
<p>The same stands in data.json, for programs. A password is stored only in a scrambled form that cannot be read back,
so it is not here. Copies of the database for the case of a fault hold the same, and are replaced within weeks.</p>
${Object.entries(tables).map(tableHtml).join('\n')}
</html>
`;
}
