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
import type { Typed } from './forms.ts';
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

/** What the books lack, asked about once: each row with its mark, and why they are booked. */
function bookHtml(
  { unknown }: Comparison,
  asked: { marked: ReadonlySet<string> | null; reason: string; yes: Html },
) {
  const { marked, reason, yes } = asked;
  const tried = unknown.filter(({ outcome }) => outcome);
  if (tried.length === 0) return html``;
  return html`<h2>Book what the statement has?</h2>
    <p>What is certain pays for what it was sent for; the rest waits as unmatched.</p>
    <form action="/desk/statement/book" method="post">
      ${hiddenHtml('rows', JSON.stringify(tried.map(({ row }) => row)))}
      ${tried.map(
        (money) =>
          html`<p>
            <label class="check"
              >${checkboxHtml('marked', money.row.receipt, marked?.has(money.row.receipt) ?? isCertain(money))}
              ${rowText(money.row)}: ${outcomeText(money)}</label
            >
          </p>`,
      )}
      <p>
        <label for="reason">Reason, which is written down</label>
        <input id="reason" name="reason" value="${reason}" maxlength="500" required />
      </p>
      ${yes}
      <p class="actions"><button class="go">Yes, book the marked ones</button></p>
    </form>`;
}

const sentRows = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(statementRow));

/** The rows of the form, as it was sent. Throws a 400 for what are none. */
function rowsIn({ rows = '' }: Typed): StatementRow[] {
  try {
    return sentRows.parse(rows);
  } catch {
    throw new HttpError(400, 'These rows are of no statement: compare it again.');
  }
}

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
    const reason = `in the statement ${name}`;
    const yes = pages.yesHtml(request, 'money');
    return pages.send(request, reply, TITLE, [
      ...blocksHtml(compareBlocks(statement, compared), operator),
      may(operator, 'money') ? bookHtml(compared, { marked: null, reason, yes }) : html``,
      html`<h2>Another one</h2>`,
      chooseHtml(pages.token(request)),
    ]);
  });

  const large = { bodyLimit: FORM_BYTES };
  desk.post('/statement/book', large, async (request, reply) => {
    const typed = textsOf(request.body);
    pages.requireToken(request, typed.token);
    const { operator } = pages.session(request);
    requireRight(operator, 'money');
    const all = rowsIn(typed);
    const marked = new Set((typed.marked ?? '').split(','));
    const rows = all.filter(({ receipt }) => marked.has(receipt));
    const { reason = '' } = typed;
    try {
      if (rows.length === 0) throw new HttpError(400, 'Nothing was marked to be booked.');
      await pages.takeYes(request, 'money', typed);
      const by = { who: operator.name, reason };
      const booked = await performAs(operator, 'bookStatement', { rows, by }, ctx);
      return await pages.send(request, reply, TITLE, [
        html`<div class="done" role="status">
          ${bookedLines(booked).map((line) => html`<p>${line}</p>`)}
        </div>`,
        ...blocksHtml([{ actions: [linkTo('Today', 'today')] }], operator),
      ]);
    } catch (error) {
      // With the rows and the marks, for they are of a file that is not stored.
      const status = statusOf(error);
      if (status >= 500) throw error;
      const compared = await performAs(operator, 'compareStatement', { rows: all }, ctx);
      const yes = pages.yesHtml(request, 'money');
      return pages.send(request, reply.code(status), TITLE, [
        noticeHtml(textFor(error)),
        bookHtml(compared, { marked, reason, yes }),
      ]);
    }
  });
}
