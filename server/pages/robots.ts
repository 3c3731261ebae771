/** What search engines ask a site for first: `robots.txt` and `sitemap.xml`. */
import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../calls/context.ts';
import { listed } from '../listings/directory.ts';
import { pack, sendPacked } from '../calls/packed.ts';
import type { PackedText } from '../calls/packed.ts';
import { accounts } from '../db/schema/people.ts';
import { whileUnchanged } from '../db/whileUnchanged.ts';
import { escapeText } from './escape.ts';
import type { Pages } from './pages.ts';

/** The most addresses that a sitemap may have (sitemaps.org). */
const MOST_ADDRESSES = 50_000;
const SITEMAP = '/sitemap.xml';
const HOUR = 'public, max-age=3600';

function entry(url: string, changedAt?: Date): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeText(url)}</loc>${lastmod}</url>\n`;
}

/** Serves both files. Of more than 50,000 addresses the sitemap has the fundis who came last. */
export function registerRobots(app: FastifyInstance, ctx: Context, pages: Pages): void {
  const { publicUrl } = ctx.config;
  const packed = new WeakMap<object, PackedText>();
  const fundis = whileUnchanged(ctx, listed, (where) =>
    ctx.db
      .select({ id: accounts.id, createdAt: accounts.createdAt, changedAt: accounts.changedAt })
      .from(accounts)
      .where(where)
      .orderBy(desc(accounts.createdAt), desc(accounts.id))
      .limit(MOST_ADDRESSES),
  );

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', HOUR)
      .send(`User-agent: *\nDisallow: /api/docs\n\nSitemap: ${publicUrl}${SITEMAP}\n`),
  );

  app.get(SITEMAP, async (request, reply) => {
    reply.header('cache-control', HOUR);
    const [rows, { pages: built }] = await Promise.all([fundis(), pages.app()]);
    const known = packed.get(rows);
    if (known) return await sendPacked(request, reply, known);
    const open = built.screens.flatMap(({ canonical }) =>
      canonical === null ? [] : [entry(publicUrl + canonical)],
    );
    const people = rows
      .slice(0, MOST_ADDRESSES - open.length)
      .map((row) => entry(publicUrl + built.fundiPath(row.id), row.changedAt ?? row.createdAt));
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      `${[...new Set([...open, ...people])].join('')}</urlset>\n`;
    const made = pack(xml, 'application/xml; charset=utf-8');
    packed.set(rows, made);
    return await sendPacked(request, reply, made);
  });
}
