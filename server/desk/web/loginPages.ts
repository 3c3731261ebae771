/** Signing in and out at the desk. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../calls/refusal.ts';
import { COOKIE, textFor, textsOf } from './deskPages.ts';
import type { DeskPages } from './deskPages.ts';
import { DIGITS, hiddenHtml, noticeHtml } from './forms.ts';
import type { Typed } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { DEMO_OPERATOR, endSession, formToken, newToken, signIn } from './sessions.ts';

const UNSENT = 'You were signed out. Nothing was changed: sign in, and do it again.';

/** An address below `/desk/`, and no way out of it. */
const PLACE = /^\/desk\/(?!\/|login|logout)([\w/-]+(?:\?[\w%=&+.:*-]*)?)$/;

/** The login from which one comes back to what was asked for; of a form to its page, which sent it. */
export function loginFor({ method, url, headers }: FastifyRequest): string {
  const isForm = method === 'POST' && !url.startsWith('/desk/logout');
  const { referer = '' } = headers;
  const from = isForm && URL.canParse(referer) ? new URL(referer) : null;
  const [, to] = PLACE.exec(from ? from.pathname + from.search : url) ?? [];
  const query = new URLSearchParams({ ...(isForm && { unsent: 'yes' }), ...(to && { to }) });
  return `/desk/login${query.size > 0 ? `?${query.toString()}` : ''}`;
}

export function registerLogin(desk: FastifyInstance, pages: DeskPages): void {
  const { ctx } = pages;
  const { publicUrl, desk: settings } = ctx.config;
  const { isDemo } = settings;
  const secure = publicUrl.startsWith('https:');
  const cookie = { path: '/desk', httpOnly: true, secure, sameSite: 'strict' } as const;

  const loginHtml = (token: string, typed: Typed): Html =>
    html`<form action="/desk/login" method="post">
        ${hiddenHtml('token', token)} ${hiddenHtml('to', typed.to ?? '')}
        <p>
          <label for="name">Name</label>
          <input
            id="name"
            name="name"
            value="${typed.name ?? ''}"
            maxlength="60"
            autocomplete="username"
            required
          />
        </p>
        <p>
          <label for="secret">Secret</label>
          <input
            id="secret"
            name="secret"
            type="password"
            maxlength="100"
            autocomplete="current-password"
            required
          />
        </p>
        ${DIGITS}
        <p class="actions"><button class="go">Sign in</button></p>
      </form>
      ${
        isDemo
          ? html`<p>
              In the demo town, until an operator is named: ${DEMO_OPERATOR.name},
              ${DEMO_OPERATOR.secret}, no digits.
            </p>`
          : html``
      }`;

  /** The login with a new cookie, which its form belongs to. */
  function sendLogin(request: FastifyRequest, reply: FastifyReply, typed: Typed, notice: Html) {
    const token = newToken();
    request.desk = null;
    reply.setCookie(COOKIE, token, cookie);
    return pages.send(request, reply, 'Sign in', [notice, loginHtml(formToken(ctx, token), typed)]);
  }

  desk.get('/login', (request, reply) => {
    if (request.desk !== null) return reply.redirect('/desk', 303);
    const { unsent, to = '' } = textsOf(request.query);
    return sendLogin(request, reply, { to }, unsent === undefined ? html`` : noticeHtml(UNSENT));
  });

  desk.post('/login', async (request, reply) => {
    const typed = textsOf(request.body);
    const { name = '', secret = '', code = '' } = typed;
    try {
      pages.requireToken(request, typed.token);
      const token = await signIn(ctx, { name, secret, code }, request.ip);
      const next = `/desk/${typed.to ?? ''}`;
      return await reply
        .setCookie(COOKIE, token, cookie)
        .redirect(PLACE.test(next) ? next : '/desk', 303);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return sendLogin(request, reply.code(error.statusCode), typed, noticeHtml(textFor(error)));
    }
  });

  desk.post('/logout', async (request, reply) => {
    pages.requireToken(request, textsOf(request.body).token);
    await endSession(ctx, pages.session(request).tokenHash);
    return await reply.clearCookie(COOKIE, cookie).redirect('/desk/login', 303);
  });
}
