/** The parts of an answer on a page. */
import { renderSVG } from 'uqr';
import type { Operator } from '../desk.ts';
import { isNone } from '../operation.ts';
import type { Block, Cell, Link, Table } from '../operation.ts';
import { printable } from '../terminal.ts';
import { html, raw } from './html.ts';
import type { Html } from './html.ts';
import { mayGo } from './page.ts';

function linkHtml({ text, to }: Link, operator: Operator): Html {
  const shown = printable(text);
  if (!mayGo(operator, to)) return html`${shown}`;
  return html`<a class="${isShort(shown) ? 'short' : ''}" href="/desk/${to}">${shown}</a>`;
}

/** A date, an id, a sum: no line ends within it. */
const isShort = (text: string) => text.length <= 19;

function cellHtml(cell: Cell, operator: Operator): Html {
  if (isNone(cell)) return html`–`;
  if (typeof cell === 'number') return html`${cell.toLocaleString('en-KE')}`;
  if (typeof cell !== 'string') return linkHtml(cell, operator);
  const text = printable(cell);
  return isShort(text) ? html`<span class="short">${text}</span>` : html`${text}`;
}

/**
 * On a phone each row is a card, with the name of the column before each value. Numbers by day or kind stay a table, which
 * moves sideways.
 */
function tableHtml({ columns, rows }: Table, operator: Operator): Html {
  const isNumber = (at: number) => rows.some((row) => typeof row[at] === 'number');
  const kind = (at: number) => (isNumber(at) ? 'number' : '');
  const isFigures = columns.slice(1).every((_, at) => isNumber(at + 1));
  const table = html`<table class="${isFigures ? 'figures' : 'cards'}">
    <thead>
      <tr>
        ${columns.map((column, at) => html`<th scope="col" class="${kind(at)}">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map(
              (cell, at) =>
                html`<td
                  data-name="${columns[at]?.split(',')[0] ?? ''}"
                  class="${kind(at)} ${isNone(cell) ? 'none' : ''}"
                >
                  ${cellHtml(cell, operator)}
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
  if (!isFigures) return table;
  const [name] = columns;
  return html`<div class="sideways" role="region" aria-label="${name ?? ''}" tabindex="0">
    ${table}
  </div>`;
}

function blockHtml(block: Block, operator: Operator): Html {
  if (typeof block === 'string') {
    return block === '' ? html`` : html`<p>${printable(block)}</p>`;
  }
  if ('heading' in block) return html`<h2>${printable(block.heading)}</h2>`;
  if ('columns' in block) return tableHtml(block, operator);
  if ('qr' in block) {
    return html`<p class="qr">${raw(renderSVG(block.qr, { border: 2 }))}</p>
      <p><a href="${block.qr}">On this phone: open it in the authenticator app</a></p>`;
  }
  if ('facts' in block) {
    return html`<dl>
      ${block.facts
        .filter(([, value]) => !isNone(value))
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${cellHtml(value, operator)}</dd>
            </div>`,
        )}
    </dl>`;
  }
  // A command line is of no use on a phone.
  if (!('actions' in block)) return html``;
  const links = block.actions.filter(({ to }) => mayGo(operator, to));
  if (links.length === 0) return html``;
  return html`<p class="actions">
    ${links.map(
      ({ text, to, isButton }) =>
        html`<a class="button ${isButton ? 'go' : ''}" href="/desk/${to}">${text}</a>`,
    )}
  </p>`;
}

/** The parts of an answer; a right that is missing shows no link. */
export const blocksHtml = (blocks: readonly Block[], operator: Operator): Html[] =>
  blocks.map((block) => blockHtml(block, operator));
