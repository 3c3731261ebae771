/** What the pages of the desk have in common: who asks, the token of their forms, and how they are sent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../calls/context.ts';
import { HttpError } from '../../calls/refusal.ts';
import { isSigned } from '../../calls/signing.ts';
import { lineFor } from '../../db/faults.ts';
import { hashToken } from '../../people/auth.ts';
import type { Right } from '../desk.ts';
import { OperatorError } from '../operatorError.ts';
import { DIGITS, hiddenHtml } from './forms.ts';
import type { Typed } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { pageHtml } from './page.ts';
import { formToken, giveFactor, isFirstAnswer, newToken } from './sessions.ts';
import type { DeskSession } from './sessions.ts';

export const COOKIE = 'fundi_desk';
const TOKEN = /^[\w-]{43}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in at the desk; null on its login, and everywhere else. */
    desk: DeskSession | null;
  }
}

export type DeskPages = ReturnType<typeof pagesOf>;

/** The token of the cookie; empty for what is none of ours. */
export function cookieOf({ cookies }: FastifyRequest): string {
  const token = cookies[COOKIE] ?? '';
  return TOKEN.test(token) ? token : '';
}

/** The texts of a form or an address; of a name that comes twice both, with a comma. */
export function textsOf(given: unknown): Typed {
  const pairs = Object.entries(typeof given === 'object' && given !== null ? given : {});
  return Object.fromEntries(
    pairs.flatMap(([name, value]): [string, string][] => {
      const text: unknown = Array.isArray(value) ? value.join(',') : value;
      return typeof text === 'string' ? [[name, text.trim()]] : [];
    }),
  );
}

/** Whether another site sends the form. */
const isForbidden = ({ headers }: FastifyRequest): boolean => {
  const { origin, host } = headers;
  const isOther = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
  const site = headers['sec-fetch-site'];
  return isOther || (site !== undefined && site !== 'same-origin' && site !== 'none');
};

function session({ desk }: FastifyRequest): DeskSession {
  if (desk === null) throw new HttpError(401, 'Please sign in.');
  return desk;
}

const needsFactor = (request: FastifyRequest, right: Right | null) =>
  !session(request).isFresh && (right === 'money' || right === 'all');

/** The page of an address, below `/desk/`; `/desk` itself is that of today. */
const placeIn = (url: string) => url.replace(/^\/desk\/?/, '').replace(/\?.*$/s, '') || 'today';

const ANSWERED =
  'This was sent before, and is not done twice. What it showed is shown once: look whether it was done.';

export function pagesOf(ctx: Context) {
  /** The token of every form of this visitor. */
  const token = (request: FastifyRequest) => formToken(ctx, cookieOf(request));

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    title: string,
    body: Html | Html[],
  ): FastifyReply =>
    reply.type('text/html; charset=utf-8').send(
      pageHtml({
        title,
        operator: request.desk?.operator ?? null,
        token: token(request),
        place: placeIn(request.url),
        search: placeIn(request.url) === 'find' ? (textsOf(request.query).text ?? '') : '',
        body,
      }),
    );

  return {
    ctx,
    token,
    session,
    send,
    /** What the form of a question has beside what was typed: the six digits, where they are needed again. */
    yesHtml: (request: FastifyRequest, right: Right | null): Html =>
      html`${hiddenHtml('token', token(request))} ${hiddenHtml('asked', newToken())}
      ${needsFactor(request, right) ? DIGITS : html``}`,
    /**
     * Takes the yes to a question, with the six digits where its right needs them. Throws an `HttpError` for wrong ones, and
     * an `OperatorError` for a yes that was sent before.
     */
    async takeYes(request: FastifyRequest, right: Right | null, { code, asked }: Typed) {
      if (needsFactor(request, right)) {
        await giveFactor(ctx, session(request), code ?? '', request.ip);
      }
      if (asked && !(await isFirstAnswer(ctx, asked))) throw new OperatorError(ANSWERED);
    },
    /** Throws a 403 for a form that is not of this visitor. */
    requireToken(request: FastifyRequest, given = ''): void {
      const own = cookieOf(request);
      const isOurs = own !== '' && isSigned(ctx.secret, 'desk form', hashToken(own), given);
      if (isForbidden(request) || !isOurs) {
        throw new HttpError(403, 'This form is out of date: open the page again.');
      }
    },
  };
}

export function statusOf(error: unknown): number {
  if (error instanceof OperatorError) return 400;
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

/** What an operator reads of a failure; the rest is for the log. */
export function textFor(error: unknown): string {
  if (error instanceof HttpError) {
    const { body } = error;
    return typeof body.error === 'string' ? body.error : 'This did not work.';
  }
  const line = lineFor(error);
  if (line !== null) return line;
  if (statusOf(error) === 413) return 'This is too big. Of a statement, take a shorter period.';
  return statusOf(error) < 500 ? 'This could not be read.' : 'The log of the server says why.';
}
