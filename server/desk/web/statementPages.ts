/** M-Pesa's statement on the page: chosen, compared with the books, and booked. The file is not stored. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { HttpError } from '../../calls/refusal.ts';
import { linkTo } from '../operation.ts';
import { may, requireRight } from '../operators.ts';
import { performAs } from '../perform.ts';
import { bookedText, compareBlocks, outcomeText } from '../rows/comparison.ts';
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

/** What the books lack: those are marked that were, and at first all that is certain. */
function bookHtml(
  { token, reason, marked }: { token: string; reason: string; marked: Set<string> | null },
  { unknown }: Comparison,
): Html {
  const tried = unknown.filter(({ outcome }) => outcome);
  if (tried.length === 0) return html``;
  return html`<h2>Book what the statement has</h2>
    <form action="/desk/statement/book" method="post">
      ${hiddenHtml('token', token)}
      ${tried.map(({ row }) => hiddenHtml('all', JSON.stringify(row)))}
      ${tried.map((money) => {
        const { row, outcome } = money;
        const isMarked = marked?.has(row.receipt) ?? outcome?.isCertain === true;
        return html`<p>
          <label class="check"
            >${checkboxHtml('row', JSON.stringify(row), isMarked)} ${rowText(row)}:
            ${outcomeText(money)}</label
          >
        </p>`;
      })}
      <p>
        <label for="reason">Reason, which is written down</label>
        <input id="reason" name="reason" value="${reason}" maxlength="500" required />
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

/** The rows that were marked, or all of them, as the form sent them. Throws a 400 for what is none. */
function rowsIn(body: unknown, name: 'row' | 'all'): StatementRow[] {
  try {
    return sentRows.parse([(body as Record<string, unknown> | undefined)?.[name] ?? []].flat());
  } catch {
    throw new HttpError(400, 'These rows are of no statement: compare it again.');
  }
}

const NAMED_MOST = 20;

const rowText = ({ receipt, amount }: StatementRow) => `${receipt}, Ksh ${amount}`;

/** What is wrong with a file, in words. Throws what is our own fault. */
function explained(error: unknown): string {
  if (statusOf(error) >= 500) throw error;
  return textFor(error);
}

export function registerStatement(desk: FastifyInstance, pages: DeskPages): void {
  const { ctx } = pages;

  desk.get('/statement', (request, reply) =>
    pages.send(request, reply, TITLE, chooseHtml(pages.token(request))),
  );

  desk.post('/statement', async (request, reply) => {
    const { operator } = pages.session(request);
    const upload = await readUpload(request).catch(explained);
    if (typeof upload === 'string') return chooseAgain(request, reply, upload);
    pages.requireToken(request, upload.token);
    const { name } = upload;
    const statement = read(upload);
    if (typeof statement === 'string') return chooseAgain(request, reply, statement);
    const { rows } = statement;
    const compared = await performAs(operator, 'compareStatement', { rows }, ctx);
    const token = pages.token(request);
    return pages.send(request, reply, TITLE, [
      ...blocksHtml(compareBlocks(statement, compared), operator),
      may(operator, 'money')
        ? bookHtml({ token, reason: `in the statement ${name}`, marked: null }, compared)
        : html``,
      html`<h2>Another one</h2>`,
      chooseHtml(token),
    ]);
  });

  function read({ content, name }: { content: Buffer; name: string }) {
    try {
      return readStatement(content, { now: ctx.now(), name });
    } catch (error) {
      return explained(error);
    }
  }

  const chooseAgain = (request: FastifyRequest, reply: FastifyReply, why: string) =>
    pages.send(request, reply.code(400), TITLE, [
      noticeHtml(why),
      chooseHtml(pages.token(request)),
    ]);

  const large = { bodyLimit: FORM_BYTES };
  desk.post('/statement/book', large, async (request, reply) => {
    const typed = textsOf(request.body);
    pages.requireToken(request, typed.token);
    const { operator } = pages.session(request);
    requireRight(operator, 'money');
    const rows = rowsIn(request.body, 'row');
    const all = rowsIn(request.body, 'all');
    if (rows.length === 0 || typed.again === 'yes') {
      if (all.length === 0) return chooseAgain(request, reply, 'Nothing was marked to be booked.');
      const compared = await performAs(operator, 'compareStatement', { rows: all }, ctx);
      const marked = new Set(rows.map(({ receipt }) => receipt));
      const why = typed.again === 'yes' ? html`` : noticeHtml('Mark what is to be booked.');
      return pages.send(request, reply, TITLE, [
        why,
        bookHtml({ token: pages.token(request), reason: typed.reason ?? '', marked }, compared),
      ]);
    }
    const isSure = await pages.confirm(request, reply, {
      title: TITLE,
      right: 'money',
      typed,
      again: [
        ['token', typed.token ?? ''],
        ['reason', typed.reason ?? ''],
        ...rows.map((row): [string, string] => ['row', JSON.stringify(row)]),
        ...all.map((row): [string, string] => ['all', JSON.stringify(row)]),
      ],
      action: '/desk/statement/book',
      back: null,
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
        <p>Booked: ${booked.length}</p>
        ${booked.map((outcome) => html`<p>${bookedText(outcome)}</p>`)}
      </div>`,
      ...blocksHtml([{ actions: [linkTo('Today', 'today')] }], operator),
    ]);
  });
}
