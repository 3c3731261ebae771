/** The pages of the commands: what is shown, and the form, the question and the answer of a change. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../calls/refusal.ts';
import { csvText } from '../csv.ts';
import type { Link } from '../operation.ts';
import { OperatorError } from '../operatorError.ts';
import { may } from '../operators.ts';
import { performAs, questionAs } from '../perform.ts';
import { nextHtml, textFor, textsOf } from './deskPages.ts';
import type { DeskPages } from './deskPages.ts';
import {
  choicesHtml,
  fieldsOf,
  formHtml,
  inputOf,
  noticeHtml,
  problemsOf,
  questionHtml,
  capital,
  keyOf,
} from './forms.ts';
import type { Typed } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { blocksHtml } from './blocks.ts';
import { commandAt } from './page.ts';
import type { DeskCommand } from './page.ts';
import { giveFactor } from './sessions.ts';

/** The page of what a change was about; null where it has none. */
function pageOf({ command }: DeskCommand, typed: Typed): string | null {
  const [kind = '', verb] = command.words.split(' ');
  const name = typed.paymentId === undefined ? 'id' : 'paymentId';
  const id = typed[name] ?? '';
  // Who is erased has none any more.
  if (verb === 'erase' || !/^\d+$/.test(id)) return null;
  return `${kind}/show?${name}=${id}`;
}

/** Where one usually goes on after a change: to what it was about, or to the next sum. */
function nextLinks(found: DeskCommand, typed: Typed): Link[] {
  const page = pageOf(found, typed);
  const isOfSum = found.name === 'giveSum' || found.name === 'returnSum';
  return [
    ...(page === null ? [] : [{ text: 'See it', to: page }]),
    ...(isOfSum ? [{ text: 'Other sums', to: 'payments/unmatched' }] : []),
    { text: 'Today', to: '' },
  ];
}

const backOf = (found: DeskCommand, typed: Typed): string => {
  const page = pageOf(found, typed);
  return page === null ? '/desk' : `/desk/${page}`;
};

const helpHtml = ({ command }: DeskCommand): Html =>
  html`<p>${capital(command.help)}.</p>
    ${command.more === undefined ? html`` : html`<p>${command.more.trim()}</p>`}`;

/** The place below `/desk/`, for instance `payments/show`. */
function placeOf({ params }: FastifyRequest): string {
  const { kind, verb } = params as { kind: string; verb?: string };
  return verb === undefined ? kind : `${kind}/${verb}`;
}

/** Adds a page for each command; `/desk` itself is that of today. */
export function registerCommands(desk: FastifyInstance, pages: DeskPages): void {
  const { ctx } = pages;

  /** The command there, which this operator may ask for. Throws a 404 or a 403. */
  function commandFor(request: FastifyRequest, place: string): DeskCommand {
    const found = commandAt(place);
    const { operator } = pages.session(request);
    if (!found || found.row.right === null)
      throw new HttpError(404, { error: 'There is no such page.' });
    if (!may(operator, found.row.right)) {
      const error = `${operator.name} may not do this: it needs the right "${found.row.right}".`;
      throw new HttpError(403, { error });
    }
    return found;
  }

  /** What a form is about, where its id is given and known, and where "Back" leads. */
  async function around(found: DeskCommand, typed: Typed) {
    const { row, command } = found;
    const key = keyOf(found);
    const back = backOf(found, typed);
    if (!key || !row.about || typed[key.name] === undefined) return { about: null, back };
    if (problemsOf(found, typed)[key.name] !== undefined) return { about: null, back };
    const about = await row
      .about({ ...command.fixed, [key.name]: typed[key.name] }, ctx)
      .catch((error: unknown) => {
        if (error instanceof OperatorError) return null;
        throw error;
      });
    return { about, back };
  }

  async function show(request: FastifyRequest, reply: FastifyReply, place: string) {
    const found = commandFor(request, place);
    const { operator } = pages.session(request);
    const typed = textsOf(request.query);
    const isChange = found.row.question !== undefined;
    const { title } = found.command;
    const token = pages.token(request);
    const fields = fieldsOf(found);
    const wrong = isChange ? {} : problemsOf(found, typed);
    const isOne = fields.every(({ name }) => name === 'id' || name === 'paymentId');
    const [problem] = Object.values(wrong);
    const isGiven = fields.some(({ name }) => typed[name] !== undefined);
    if (isOne && isGiven && problem !== undefined) throw new HttpError(404, { error: problem });
    // The search stands above every page.
    const isPlain = isOne || place === 'find';
    const form =
      isPlain && !isChange && problem === undefined
        ? html``
        : formHtml(found, { token, typed, wrong, ...(await around(found, typed)) });
    if (isChange || Object.keys(wrong).length > 0) {
      return pages.send(request, reply, title, isChange ? [helpHtml(found), form] : form);
    }
    const input = inputOf(found, typed);
    const answer: unknown = await performAs(operator, found.name, input, ctx);
    const read = found.row.input.parse(input);
    if (typed.csv === 'on' && found.row.table) {
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${place.replace('/', '-')}.csv"`)
        .send(csvText(found.row.table(answer, read)));
    }
    const shown = found.row.show?.(answer, read) ?? [];
    // What is found gives the page its name.
    const [first] = shown;
    const isOfOne = place === 'today' || place.endsWith('/show');
    const isNamed = isOfOne && typeof first === 'object' && 'heading' in first;
    const blocks = isNamed ? shown.slice(1) : shown;
    const query = new URLSearchParams({ ...typed, csv: 'on' }).toString();
    const csv = found.row.table
      ? html`<p><a href="/desk/${place}?${query}">As CSV, for a spreadsheet</a></p>`
      : html``;
    return pages.send(request, reply, isNamed ? first.heading : title, [
      form,
      ...blocksHtml(blocks, operator),
      csv,
    ]);
  }

  async function change(request: FastifyRequest, reply: FastifyReply) {
    const typed = textsOf(request.body);
    pages.requireToken(request, typed.token);
    const place = placeOf(request);
    const found = commandFor(request, place);
    const { row, name } = found;
    if (row.question === undefined) throw new HttpError(404, { error: 'There is no such page.' });
    const session = pages.session(request);
    const { operator } = session;
    const token = pages.token(request);
    const { title } = found.command;
    const parts = await around(found, typed);
    const formOf = (wrong: Typed) => formHtml(found, { token, typed, wrong, ...parts });
    const wrong = problemsOf(found, typed);
    if (Object.keys(wrong).length > 0) {
      return pages.send(request, reply.code(400), title, [helpHtml(found), formOf(wrong)]);
    }
    const input = inputOf(found, typed);
    const needsFactor = pages.needsFactor(request, row.right);
    const ask = async (notice: Html) => {
      const question = await questionAs(operator, name, input, ctx);
      const asked = question ?? { change: title, about: [] };
      const given = Object.entries(typed).filter(([field]) => field !== 'code' && field !== 'sure');
      const action = `/desk/${place}`;
      const { back } = parts;
      return [notice, questionHtml(asked, { action, typed: given, needsFactor, back })];
    };
    try {
      if (typed.sure !== 'yes') return pages.send(request, reply, title, await ask(html``));
      if (needsFactor) await giveFactor(ctx, session, typed.code ?? '', request.ip);
      const answer: unknown = await performAs(operator, name, input, ctx);
      if (row.file) {
        const file = row.file(answer);
        return reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .send(file.text);
      }
      const blocks = row.show?.(answer, row.input.parse(input)) ?? [];
      return pages.send(request, reply, title, [
        html`<div class="done" role="status">${blocksHtml(blocks, operator)}</div>`,
        nextHtml(nextLinks(found, typed)),
      ]);
    } catch (error) {
      // Nothing that was typed is lost.
      if (error instanceof HttpError && needsFactor) {
        return pages.send(
          request,
          reply.code(error.statusCode),
          title,
          await ask(noticeHtml(textFor(error))),
        );
      }
      if (!(error instanceof OperatorError)) throw error;
      return pages.send(request, reply.code(400), title, [
        ...(error.choices === null
          ? [noticeHtml(error.message), nextHtml(nextLinks(found, typed))]
          : [choicesHtml(error.choices, { action: `/desk/${place}`, typed })]),
        formOf({}),
      ]);
    }
  }

  desk.get('/', (request, reply) => show(request, reply, 'today'));
  for (const place of ['/:kind', '/:kind/:verb']) {
    desk.get(place, (request, reply) => show(request, reply, placeOf(request)));
    desk.post(place, (request, reply) => change(request, reply));
  }
}
