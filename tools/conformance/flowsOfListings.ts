/** What several calls on jobs and ads must say together: rules of spec §4 to §6 that a person notices. */
import sharp from 'sharp';
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import type { Id } from '../../src/contract/schemas.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { screenOf } from './screens.ts';
import { flow } from './town.ts';
import type { Flow, Town } from './town.ts';
import { breaks, copes, HOLDS } from './verdict.ts';

const has = (rows: { id: Id }[], id: Id) => rows.some((row) => String(row.id) === String(id));

/** The jobs or ads of a list, as the app reads them. */
const jobsOf = async (town: Town, name: 'listJobs' | 'listMyJobs', token: string) =>
  (await town.list(name, token)).map((row) => town.app.readJob(row));
const adsOf = async (town: Town, name: 'listAds' | 'listMyAds', token?: string) =>
  (await town.list(name, token)).map((row) => town.app.readAd(row));

/** The kinds of pictures that the app's form may send. */
const KINDS = ['jpeg', 'png', 'webp'] as const;
const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'teal' } });

export const ofListings: Flow[] = [
  flow('createJob', 'makes a job that nobody sees before it is paid for', async (town) => {
    const { token } = town.client;
    const job = town.app.readJob(await town.ok('createJob', { token, body: SAMPLE_JOB }));
    const mine = await jobsOf(town, 'listMyJobs', token);
    const seen = await jobsOf(town, 'listJobs', town.fundi.token);
    await town.sender.send('deleteJob', { token, id: job.id });
    if (!has(mine, job.id))
      return breaks('it is not listed', 'a posted job is lost', screenOf('listMyJobs').screen);
    const isActive = job.is_active || mine.some((row) => row.id === job.id && row.is_active);
    if (isActive || has(seen, job.id)) {
      const differs = isActive ? 'it is active at once' : 'fundis find it at once';
      return breaks(differs, '"already paid": nobody ever pays for a job');
    }
    return HOLDS;
  }),
  flow('deleteJob', 'deletes for good', async (town) => {
    const { token } = town.client;
    const { id } = town.app.readJob(await town.ok('createJob', { token, body: SAMPLE_JOB }));
    await town.ok('deleteJob', { token, id });
    const isListed = has(await jobsOf(town, 'listMyJobs', token), id);
    return isListed ? breaks('it is still listed', 'a deleted job comes back') : HOLDS;
  }),

  flow('createAd', 'makes an unpaid ad, with its picture, that nobody sees', async (town) => {
    const { token } = town.client;
    const { id } = town.app.readAd(await town.ad());
    const ad = town.app.readAd(await town.ok('getAd', { token, id }));
    const shown = await adsOf(town, 'listAds');
    if (ad.is_active || has(shown, id))
      return breaks('it is public at once', '"already paid": nobody ever pays for an ad');
    const { screen } = screenOf('listMyAds');
    const seen = '"No Image" in the place of the picture';
    if (ad.image_url === null) return breaks('no picture', seen, screen);
    const { answer } = await town.sender.fetch(new URL(ad.image_url, town.base).href);
    const type = answer.headers.get('content-type') ?? 'no type';
    if (answer.ok && type.startsWith('image/')) return HOLDS;
    const differs = `${ad.image_url} answers ${answer.status}, ${type}`;
    return breaks(differs, seen, screen);
  }),
  flow('createAd', `takes ${KINDS.map((kind) => `image/${kind}`).join(', ')}`, async (town) => {
    const { token } = town.client;
    const refused: string[] = [];
    for (const kind of KINDS) {
      const type = `image/${kind}`;
      const bytes = await dot.clone().toFormat(kind).toBuffer();
      const image = new File([new Uint8Array(bytes)], `picture.${kind}`, { type });
      const heard = await town.sender.send('createAd', { token, body: adForm({ image }) });
      if (heard.status >= 300) refused.push(type);
      const { id } = town.app.readAd(heard.body);
      if (id !== '') await town.sender.send('deleteAd', { token, id });
    }
    if (refused.length === 0) return HOLDS;
    const differs = `${refused.join(', ')}: refused`;
    if (refused.includes('image/jpeg')) return breaks(differs, 'no ad can be added');
    return copes(differs, 'the form sends a JPEG');
  }),
  flow('deleteAd', 'deletes for good', async (town) => {
    const { token } = town.client;
    const { id } = town.app.readAd(await town.ad());
    await town.ok('deleteAd', { token, id });
    const isListed = has(await adsOf(town, 'listMyAds', token), id);
    return isListed ? breaks('it is still listed', 'a deleted ad comes back') : HOLDS;
  }),
];
