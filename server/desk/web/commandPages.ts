/**
 * The pages of the commands: what is shown, and the form, the question and the answer of a change. All but the answer, and
 * a question asked again after wrong digits, have an address, so that Back leads to each of them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../calls/refusal.ts';
import { csvText } from '../csv.ts';
import type { Operator } from '../desk.ts';
import { fileOf, linkTo, sheetOf } from '../operation.ts';
import type { Block, Link } from '../operation.ts';
import { isChange } from '../operations.ts';
import type { NamedCommand } from '../operations.ts';
import { OperatorError } from '../operatorError.ts';
import { may, missingRight } from '../operators.ts';
import { performAs, questionAs } from '../perform.ts';
import { textFor, textsOf } from './deskPages.ts';
import type { DeskPages } from './deskPages.ts';
import {
  AGAIN,
  capital,
  choicesHtml,
  formFields,
  formHtml,
  inputOf,
  keyOf,
  noticeHtml,
  problemsOf,
  questionHtml,
} from './forms.ts';
import type { Typed } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { blocksHtml } from './blocks.ts';
import { commandAt } from './page.ts';

/** The page of what a change was about; null where it has none. */
function pageOf({ words }: NamedCommand, typed: Typed): string | null {
  const [kind = '', verb] = words.split(' ');
  const name = typed.paymentId === undefined ? 'id' : 'paymentId';
  const id = typed[name] ?? '';
  // Who is erased has none any more.
  if (verb === 'erase' || !/^\d+$/.test(id)) return null;
  return `${kind}/show?${name}=${id}`;
}

/** Where one usually goes on after a change: to what it was about, or to the next sum. */
function nextLinks(row: NamedCommand, typed: Typed): Link[] {
  const page = pageOf(row, typed);
  const isOfSum = row.name === 'giveSum' || row.name === 'returnSum';
  return [
    ...(page === null ? [] : [{ text: 'See it', to: page }]),
    ...(isOfSum ? [linkTo('Other sums', 'payments unmatched')] : []),
    linkTo('Today', 'today'),
  ];
}

const nextHtml = (row: NamedCommand, typed: Typed, operator: Operator): Html[] =>
  blocksHtml([{ actions: nextLinks(row, typed) }], operator);

const helpHtml = ({ help, more }: NamedCommand): Html =>
  html`<p>${capital(help)}.</p>
    ${more === undefined ? html`` : html`<p>${more.trim()}</p>`}`;

const NO_PAGE = 'There is no such page.';

/** The place below `/desk/`, for instance `payments/show`. */
function placeOf({ params }: FastifyRequest): string {
  const { kind, verb } = params as { kind: string; verb?: string };
  return verb === undefined ? kind : `${kind}/${verb}`;
}

const download = (reply: FastifyReply, type: string, file: { name: string; text: string }) =>
  reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(file.text);

/** Adds a page for each command; `/desk` itself is that of today. */
export function registerCommands(desk: FastifyInstance, pages: DeskPages): void {
  const { ctx } = pages;

  const answerOf = async (operator: Operator, row: NamedCommand, typed: Typed) =>
    (await performAs(operator, row.name, inputOf(row, typed), ctx)) as Block[];

  /** What a form is about, where its id is given and known, and where "Back" leads. */
  async function around(row: NamedCommand, typed: Typed) {
    const key = keyOf(row)?.name ?? '';
    const page = pageOf(row, typed);
    const back = page === null ? '/desk' : `/desk/${page}`;
    const isKnown = typed[key] !== undefined && problemsOf(row, typed)[key] === undefined;
    if (!row.about || !isKnown) return { about: null, back };
    const about = await row.about({ [key]: typed[key] }, ctx).catch((error: unknown) => {
      if (error instanceof OperatorError) return null;
      throw error;
    });
    return { about, back };
  }

  /** The command there, who asks, what is wrong with what was typed, and its form. Throws a 404 or a 403. */
  async function opened(request: FastifyRequest, place: string, typed: Typed) {
    const row = commandAt(place);
    const { operator } = pages.session(request);
    if (!row || row.right === null) throw new HttpError(404, NO_PAGE);
    if (!may(operator, row.right)) throw new HttpError(403, missingRight(operator, row.right));
    const { about, back } = await around(row, typed);
    const formOf = (wrong: Typed) => formHtml(row, { typed, wrong, about, back });
    return { row, operator, typed, wrong: problemsOf(row, typed), formOf };
  }
  type Opened = Awaited<ReturnType<typeof opened>>;

  /** The page of what was refused, with all that was typed, or with what may have been meant. */
  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { row, operator, typed, formOf }: Opened,
    error: unknown,
  ) {
    if (!(error instanceof OperatorError)) throw error;
    const why =
      error.choices === null
        ? [noticeHtml(error.message), ...nextHtml(row, typed, operator)]
        : [choicesHtml(row, error.choices, typed)];
    return pages.send(request, reply.code(400), row.title, [...why, formOf({})]);
  }

  /** What is asked once before a change; its form again where something in it is wrong. */
  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Opened,
    notice: Html = html``,
  ) {
    const { row, operator, typed, wrong, formOf } = asked;
    if (Object.keys(wrong).length > 0) {
      return pages.send(request, reply.code(400), row.title, [helpHtml(row), formOf(wrong)]);
    }
    try {
      const question = await questionAs(operator, row.name, inputOf(row, typed), ctx);
      const yes = pages.yesHtml(request, row.right);
      return await pages.send(request, reply, row.title, [
        notice,
        questionHtml(row, question ?? { change: row.title, about: [] }, { typed, yes }),
      ]);
    } catch (error) {
      return refuse(request, reply, asked, error);
    }
  }

  async function show(request: FastifyRequest, reply: FastifyReply, place: string) {
    const typed = textsOf(request.query);
    const asked = await opened(request, place, typed);
    const { row, operator, wrong, formOf } = asked;
    if (isChange(row)) {
      // A form that was sent has a reason, or an empty one; a link to the form has none.
      const isSent = typed.reason !== undefined && typed[AGAIN] === undefined;
      if (isSent) return ask(request, reply, asked);
      return pages.send(request, reply, row.title, [helpHtml(row), formOf({})]);
    }
    const fields = formFields(row);
    const isOne = fields.every(({ name }) => name === 'id' || name === 'paymentId');
    const [problem] = Object.values(wrong);
    if (problem !== undefined) {
      const isGiven = fields.some(({ name }) => typed[name] !== undefined);
      if (isOne && isGiven) throw new HttpError(404, problem);
      return pages.send(request, reply, row.title, formOf(wrong));
    }
    const shown = await answerOf(operator, row, typed);
    if (typed.csv === 'on' && row.hasSheet) {
      const name = `${place.replace('/', '-')}.csv`;
      return download(reply, 'text/csv', { name, text: csvText(sheetOf(shown)) });
    }
    // What is found gives the page its name.
    const [first] = shown;
    const isOfOne = place === 'today' || place.endsWith('/show');
    const isNamed = isOfOne && typeof first === 'object' && 'heading' in first;
    const blocks = isNamed ? shown.slice(1) : shown;
    const query = new URLSearchParams({ ...typed, csv: 'on' }).toString();
    const csv = row.hasSheet
      ? html`<p><a href="/desk/${place}?${query}">As CSV, for a spreadsheet</a></p>`
      : html``;
    return pages.send(request, reply, isNamed ? first.heading : row.title, [
      // The search stands above every page.
      isOne || place === 'find' ? html`` : formOf({}),
      ...blocksHtml(blocks, operator),
      csv,
    ]);
  }

  /** Does what was asked: only the form of a question is sent here. */
  async function change(request: FastifyRequest, reply: FastifyReply) {
    const typed = textsOf(request.body);
    pages.requireToken(request, typed.token);
    const asked = await opened(request, placeOf(request), typed);
    const { row, operator, wrong } = asked;
    if (!isChange(row)) throw new HttpError(404, NO_PAGE);
    if (Object.keys(wrong).length > 0) return ask(request, reply, asked);
    try {
      await pages.takeYes(request, row.right, typed);
      const blocks = await answerOf(operator, row, typed);
      if (row.isFile) return download(reply, 'application/json', fileOf(blocks));
      return await pages.send(request, reply, row.title, [
        html`<div class="done" role="status">${blocksHtml(blocks, operator)}</div>`,
        ...nextHtml(row, typed, operator),
      ]);
    } catch (error) {
      if (!(error instanceof HttpError)) return refuse(request, reply, asked, error);
      return ask(request, reply.code(error.statusCode), asked, noticeHtml(textFor(error)));
    }
  }

  desk.get('/', (request, reply) => show(request, reply, 'today'));
  for (const place of ['/:kind', '/:kind/:verb']) {
    desk.get(place, (request, reply) => show(request, reply, placeOf(request)));
    desk.post(place, (request, reply) => change(request, reply));
  }
}
