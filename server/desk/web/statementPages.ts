/** M-Pesa's statement on the page: chosen, compared with the books, and booked. The file is not stored. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { HttpError } from '../../calls/refusal.ts';
import { linkTo } from '../operation.ts';
import { may, requireRight } from '../operators.ts';
import { performAs } from '../perform.ts';
import { bookedLines, compareBlocks, isCertain, outcomeText } from '../rows/comparison.ts';
import type { Comparison } from '../statement/compareStatement.ts';
import { readStatement, statementRow } from '../statement/readStatement.ts';
import type { StatementRow } from '../statement/readStatement.ts';
import { checkboxHtml, hiddenHtml, noticeHtml } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { blocksHtml } from './blocks.ts';
import { statusOf, textFor, textsOf } from './deskPages.ts';
import type { DeskPages } from './deskPages.ts';

const TITLE = 'Statement';
/** A month of a large town. */
const FILE_BYTES = 10_000_000;
/** What is booked of it. */
const FORM_BYTES = 5_000_000;

/** The token of the form, and the file in it with its name. Throws what `textFor` explains. */
async function readUpload(request: FastifyRequest) {
  let token = '';
  let file: { name: string; content: Buffer } | null = null;
  for await (const part of request.parts({
    limits: { fileSize: FILE_BYTES, files: 1, fields: 5 },
  })) {
    if (part.type === 'file') file = { name: part.filename, content: await part.toBuffer() };
    else if (part.fieldname === 'token') token = String(part.value);
  }
  if (file === null || file.name === '') {
    throw new HttpError(400, 'Choose the file of the statement first.');
  }
  if (file.content.length === 0) throw new HttpError(400, 'This file is empty.');
  return { ...file, token };
}

const chooseHtml = (token: string): Html =>
  html` <p>
      Export the statement in the portal of M-Pesa as CSV, and choose it here. It is compared with
      the books, and not stored.
    </p>
    <form action="/desk/statement" method="post" enctype="multipart/form-data">
      ${hiddenHtml('token', token)}
      <p>
        <label for="file">Statement</label>
        <input id="file" name="file" type="file" accept=".csv,text/csv" required />
      </p>
      <p class="actions"><button class="go">Compare</button></p>
    </form>`;

/** What the books lack; all that is certain is marked. */
function bookHtml(token: string, name: string, { unknown }: Comparison): Html {
  const tried = unknown.filter(({ outcome }) => outcome);
  if (tried.length === 0) return html``;
  return html`<h2>Book what the statement has</h2>
    <form action="/desk/statement/book" method="post">
      ${hiddenHtml('token', token)}
      ${tried.map(
        (money) =>
          html`<p>
            <label class="check"
              >${checkboxHtml('row', JSON.stringify(money.row), isCertain(money))}
              ${rowText(money.row)}: ${outcomeText(money)}</label
            >
          </p>`,
      )}
      <p>
        <label for="reason">Reason, which is written down</label>
        <input
          id="reason"
          name="reason"
          value="in the statement ${name}"
          maxlength="500"
          required
        />
      </p>
      <p class="actions"><button class="go">Go on with the marked ones</button></p>
    </form>`;
}

const sentRows = z.array(
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(statementRow),
);

/** The rows that were marked, as the form sent them. Throws a 400 for what is none. */
function markedRows(body: unknown): StatementRow[] {
  try {
    return sentRows.parse([(body as { row?: unknown } | undefined)?.row ?? []].flat());
  } catch {
    throw new HttpError(400, 'These rows are of no statement: compare it again.');
  }
}

const NAMED_MOST = 20;

const rowText = ({ receipt, amount }: StatementRow) => `${receipt}, Ksh ${amount}`;

export function registerStatement(desk: FastifyInstance, pages: DeskPages): void {
  const { ctx } = pages;

  desk.get('/statement', (request, reply) =>
    pages.send(request, reply, TITLE, chooseHtml(pages.token(request))),
  );

  /** Asks for a file again, and says why; throws what is our own fault. */
  const chooseAgain = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const status = statusOf(error);
    if (status >= 500) throw error;
    const parts = [noticeHtml(textFor(error)), chooseHtml(pages.token(request))];
    return pages.send(request, reply.code(status), TITLE, parts);
  };

  async function readForm(request: FastifyRequest) {
    const { name, content, token } = await readUpload(request);
    pages.requireToken(request, token);
    return { name, statement: readStatement(content, { now: ctx.now(), name }) };
  }

  desk.post('/statement', async (request, reply) => {
    const { operator } = pages.session(request);
    const read = await readForm(request).catch((error: unknown) => ({ error }));
    if ('error' in read) return chooseAgain(request, reply, read.error);
    const { name, statement } = read;
    const { rows } = statement;
    const compared = await performAs(operator, 'compareStatement', { rows }, ctx);
    const token = pages.token(request);
    return pages.send(request, reply, TITLE, [
      ...blocksHtml(compareBlocks(statement, compared), operator),
      may(operator, 'money') ? bookHtml(token, name, compared) : html``,
      html`<h2>Another one</h2>`,
      chooseHtml(token),
    ]);
  });

  const large = { bodyLimit: FORM_BYTES };
  desk.post('/statement/book', large, async (request, reply) => {
    const typed = textsOf(request.body);
    pages.requireToken(request, typed.token);
    const { operator } = pages.session(request);
    requireRight(operator, 'money');
    const rows = markedRows(request.body);
    if (rows.length === 0) {
      return chooseAgain(request, reply, new HttpError(400, 'Nothing was marked to be booked.'));
    }
    const isSure = await pages.confirm(request, reply, {
      title: TITLE,
      right: 'money',
      typed,
      again: [
        ['token', typed.token ?? ''],
        ['reason', typed.reason ?? ''],
        ...rows.map((row): [string, string] => ['row', JSON.stringify(row)]),
      ],
      action: '/desk/statement/book',
      back: '/desk/statement',
      question: () => ({
        change: `Book ${rows.length} ${rows.length === 1 ? 'movement' : 'movements'} of the statement`,
        about: [
          rows.slice(0, NAMED_MOST).map(rowText).join('; ') +
            (rows.length > NAMED_MOST ? '; …' : ''),
          'What is certain pays for what it was sent for; the rest waits as unmatched.',
        ],
      }),
    });
    if (!isSure) return reply;
    const by = { who: operator.name, reason: typed.reason };
    const booked = await performAs(operator, 'bookStatement', { rows, by }, ctx);
    return pages.send(request, reply, TITLE, [
      html`<div class="done" role="status">
        ${bookedLines(booked).map((line) => html`<p>${line}</p>`)}
      </div>`,
      ...blocksHtml([{ actions: [linkTo('Today', 'today')] }], operator),
    ]);
  });
}
