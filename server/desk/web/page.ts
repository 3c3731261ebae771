/** The pages of the desk: which there are, who may go there, and what stands around them. */
import type { Operator } from '../desk.ts';
import { COMMANDS } from '../operations.ts';
import type { NamedCommand } from '../operations.ts';
import { may } from '../operators.ts';
import { printable } from '../terminal.ts';
import { hiddenHtml } from './forms.ts';
import { html, raw } from './html.ts';
import type { Html } from './html.ts';

/** The command at an address below `/desk/`: `payments/close`, or `payments` for the usual one of its kind. */
export function commandAt(place: string): NamedCommand | null {
  const words = place.replace('/', ' ');
  const usual = ({ isDefault, words: own }: NamedCommand) =>
    isDefault === true && own.split(' ')[0] === words;
  return COMMANDS.find((row) => row.words === words) ?? COMMANDS.find(usual) ?? null;
}

const STATEMENT = 'statement';

/** Whether this operator may go there. The statement is looked at by all, and booked with the right to money. */
export function mayGo(operator: Operator, to: string): boolean {
  const [place = ''] = to.split('?');
  if (place === STATEMENT) return true;
  const right = commandAt(place)?.right ?? null;
  return right !== null && may(operator, right);
}

interface Page {
  title: string;
  operator: Operator | null;
  token: string;
  /** Below `/desk/`. */
  place: string;
  search: string;
  body: Html | Html[];
}

const NAVIGATION: [to: string, text: string][] = [
  ['today', 'Today'],
  ['payments', 'Payments'],
  ['payments/unmatched', 'Unmatched sums'],
  [STATEMENT, 'Statement'],
  ['payments/takings', 'Takings'],
  ['jobs', 'Jobs'],
  ['ads', 'Ads'],
  ['counts', 'Counts'],
  ['log', 'Log'],
  ['operators', 'Operators'],
];

/** The place is there, or below it: a payment is among the payments. */
const isAt = (place: string, to: string) =>
  place === to || (!NAVIGATION.some(([other]) => other === place) && place.split('/')[0] === to);

const linkOfNavigation = (to: string, text: string, place: string) =>
  html`<li>
    <a href="/desk/${to}" ${isAt(place, to) ? raw('aria-current="page"') : ''}>${text}</a>
  </li>`;

function header(page: Page): Html {
  const { operator, token } = page;
  if (operator === null) return html`<header><strong>Fundi Mtaani desk</strong></header>`;
  const links = NAVIGATION.filter(([to]) => mayGo(operator, to));
  return html`<header>
    <div class="who">
      <a href="/desk"><strong>Fundi Mtaani desk</strong></a>
      <form action="/desk/logout" method="post">
        <span>${operator.name}</span>
        ${hiddenHtml('token', token)}
        <button class="plain">Sign out</button>
      </form>
    </div>
    <form action="/desk/find" method="get" role="search">
      <label class="unseen" for="search">Find a phone, name, receipt, code or title</label>
      <span class="row">
        <input
          id="search"
          name="text"
          type="search"
          required
          maxlength="200"
          autocomplete="off"
          placeholder="Phone, name, receipt, title"
          value="${page.search}"
        />
        <button class="go">Find</button>
      </span>
    </form>
    <nav aria-label="Desk">
      <ul>
        ${links.map(([to, text]) => linkOfNavigation(to, text, page.place))}
      </ul>
    </nav>
  </header>`;
}

export const pageHtml = (page: Page): string =>
  `<!doctype html>${html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <title>${printable(page.title)} – Fundi Mtaani desk</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/desk/desk.css" />
    </head>
    <body>
      <a class="skip" href="#main">Skip to content</a>
      ${header(page)}
      <main id="main" tabindex="-1">
        <h1>${printable(page.title)}</h1>
        ${page.body}
      </main>
    </body>
  </html>`.toString()}`;
