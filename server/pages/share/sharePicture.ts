/** The pictures of shared links: drawn when somebody asks for one, and stored in memory for a while. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cardSkills } from '../../../src/contract/rules.ts';
import type { Pages } from '../../../src/contract/pages.ts';
import type { Fundi } from '../../../src/contract/schemas.ts';
import { runScript } from '../../process/child.ts';
import type { Context } from '../../calls/context.ts';
import type { Directory } from '../../listings/directory.ts';
import { notFound } from '../../calls/refusal.ts';
import { networkOf } from '../../calls/network.ts';
import { createQueue } from '../../calls/queue.ts';
import { parseId } from '../../db/ids.ts';
import { CARD, LOOK } from './drawCard.ts';
import type { CardTexts } from './drawCard.ts';

const PREFIX = '/share/';
const SCRIPT = fileURLToPath(new URL('drawChild.ts', import.meta.url));
/** A picture takes a second of the processor. */
const MAX_SECONDS = 20;
/** About 30 KB each. */
const MOST_STORED = 200;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const SITE = 'site';

/** What the built app says of itself. */
type BuiltPages = Pick<Pages, 'site' | 'signOf'>;

function shownOf(
  { site: { name: site, town }, signOf }: BuiltPages,
  fundi: Fundi | null,
): CardTexts {
  if (!fundi) return { name: site, trade: `Fundis in ${town}`, place: '', site, sign: '' };
  const { name, skills, location } = fundi;
  const trade = cardSkills(skills).join(', ');
  return { name: name || site, trade, place: location ?? '', site, sign: signOf(skills) };
}

/** A name that changes with what is shown. */
function hashOf(shown: CardTexts): string {
  const text = JSON.stringify([LOOK, shown]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The path of the picture of a fundi's page, or of every other page, with its size in pixels. */
export function sharePicture(pages: BuiltPages, fundi: Fundi | null) {
  const hash = hashOf(shownOf(pages, fundi));
  return { path: `${PREFIX}${fundi?.id ?? SITE}-${hash}.png`, ...CARD };
}

/** Serves the pictures. An address whose content has changed is a 404. */
export function registerShare(
  app: FastifyInstance,
  { limits }: Pick<Context, 'limits'>,
  { directory, pages }: { directory: Directory; pages: () => Promise<BuiltPages> },
): void {
  const inTurn = createQueue({ running: 1, waiting: 16, retryAfter: 10 });
  const stored = new Map<string, Promise<Buffer>>();

  async function draw(request: FastifyRequest, shown: CardTexts): Promise<Buffer> {
    await limits.take([{ limit: 'shareNetwork', by: networkOf(request.ip) }]);
    const input = JSON.stringify(shown);
    return await inTurn(() => runScript(SCRIPT, { input, patienceMs: MAX_SECONDS * 1000 }));
  }

  /** The picture, drawn once for all who ask at the same time. */
  function picture(request: FastifyRequest, shown: CardTexts, hash: string): Promise<Buffer> {
    const known = stored.get(hash);
    if (known) return known;
    const drawn = draw(request, shown);
    stored.set(hash, drawn);
    drawn.catch(() => stored.delete(hash));
    const [oldest = ''] = stored.keys();
    if (stored.size > MOST_STORED) stored.delete(oldest);
    return drawn;
  }

  async function fundiOf(name: string): Promise<Fundi | null> {
    const id = parseId(name);
    const fundi = id === null ? null : await directory.find(id);
    if (!fundi) throw notFound('Picture');
    return fundi;
  }

  app.get<{ Params: { file: string } }>(`${PREFIX}:file`, async (request, reply) => {
    const [, name = '', hash = ''] =
      /^(site|\d+)-([0-9a-f]{16})\.png$/.exec(request.params.file) ?? [];
    const fundi = name === SITE ? null : await fundiOf(name);
    const shown = shownOf(await pages(), fundi);
    if (hash !== hashOf(shown)) throw notFound('Picture');
    const png = await picture(request, shown, hash);
    return await reply.type('image/png').header('cache-control', IMMUTABLE).send(png);
  });
}
