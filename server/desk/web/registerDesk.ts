/**
 * `/desk`: the operator's desk as pages that work without scripts. The app knows nothing of it. Every page but the login
 * needs a session, every form its token, and nothing is stored by a browser on the way.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../calls/context.ts';
import { registerCommands } from './commandPages.ts';
import { cookieOf, pagesOf, statusOf, textFor } from './deskPages.ts';
import { noticeHtml } from './forms.ts';
import { html } from './html.ts';
import { loginFor, registerLogin } from './loginPages.ts';
import { isOpen, readSession } from './sessions.ts';
import { registerStatement } from './statementPages.ts';

/** Forms are small; the one with the rows of a statement has a limit of its own. */
const FORM_BYTES = 64 * 1024;

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export async function registerDesk(app: FastifyInstance, ctx: Context): Promise<void> {
  const { config, log } = ctx;
  const pages = pagesOf(ctx);
  const styles = readFileSync(path.join(import.meta.dirname, 'desk.css'), 'utf8');
  app.decorateRequest('desk', null);

  await app.register(
    async (desk) => {
      await desk.register(formbody, { bodyLimit: FORM_BYTES });

      desk.addHook('onRequest', async (request, reply) => {
        reply.headers({
          'cache-control': 'no-store',
          'content-security-policy': POLICY,
          'referrer-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'x-robots-tag': 'noindex',
        });
        const isElsewhere = config.desk.host !== null && request.hostname !== config.desk.host;
        if (isElsewhere || !(await isOpen(ctx))) {
          return await reply.code(404).type('text/plain').send('Not found.\n');
        }
        const token = cookieOf(request);
        request.desk = token === '' ? null : await readSession(ctx, token);
        const [where = ''] = request.url.split('?');
        const isFree = where === '/desk/login' || where === '/desk/desk.css';
        if (request.desk === null && !isFree) {
          return await reply.redirect(loginFor(request), 303);
        }
        return undefined;
      });

      desk.setErrorHandler(async (error, request, reply) => {
        const status = statusOf(error);
        if (status >= 500) log.error({ err: error }, 'a page of the desk failed');
        return await pages.send(request, reply.code(status), 'This did not work', [
          noticeHtml(textFor(error)),
          html`<p class="actions"><a class="button" href="/desk">Back to today</a></p>`,
        ]);
      });

      desk.get('/desk.css', (_request, reply) =>
        reply.type('text/css; charset=utf-8').send(styles),
      );
      registerLogin(desk, pages);
      registerStatement(desk, pages);
      registerCommands(desk, pages);
    },
    { prefix: '/desk' },
  );
}
