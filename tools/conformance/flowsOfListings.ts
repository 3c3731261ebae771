/** What several calls on jobs and ads must say together: rules of spec §4 to §6 that a person notices. */
import sharp from 'sharp';
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import type { Id } from '../../src/contract/schemas.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { USES } from './screens.ts';
import type { Flow, Town } from './town.ts';
import { breaks, copes, HOLDS } from './verdict.ts';

const has = (rows: { id: Id }[], id: Id) => rows.some((row) => String(row.id) === String(id));

/** The jobs or ads of a list, as the app reads them. */
const jobsOf = async (town: Town, name: 'listJobs' | 'listMyJobs', token: string) =>
  (await town.list(name, token)).map((row) => town.app.readJob(row));
const adsOf = async (town: Town, name: 'listAds' | 'listMyAds', token?: string) =>
  (await town.list(name, token)).map((row) => town.app.readAd(row));

const deletes = (kind: 'job' | 'ad'): Flow => ({
  call: kind === 'job' ? 'deleteJob' : 'deleteAd',
  tried: 'deletes for good',
  run: async (town) => {
    const { token } = town.client;
    const isJob = kind === 'job';
    const { id } = isJob
      ? town.app.readJob(await town.ok('createJob', { token, body: SAMPLE_JOB }))
      : town.app.readAd(await town.ad());
    await town.ok(isJob ? 'deleteJob' : 'deleteAd', { token, id });
    const mine = isJob
      ? await jobsOf(town, 'listMyJobs', token)
      : await adsOf(town, 'listMyAds', token);
    if (!has(mine, id)) return HOLDS;
    const { screen } = USES[isJob ? 'deleteJob' : 'deleteAd'];
    return breaks('it is still listed', screen, `a deleted ${kind} comes back`);
  },
});

const ofJobs: Flow[] = [
  {
    call: 'createJob',
    tried: 'makes a job that nobody sees before it is paid for',
    run: async (town) => {
      const { token } = town.client;
      const job = town.app.readJob(await town.ok('createJob', { token, body: SAMPLE_JOB }));
      const mine = await jobsOf(town, 'listMyJobs', token);
      const seen = await jobsOf(town, 'listJobs', town.fundi.token);
      await town.sender.send('deleteJob', { token, id: job.id });
      if (!has(mine, job.id))
        return breaks('it is not listed', USES.listMyJobs.screen, 'a posted job is lost');
      const isActive = job.is_active || mine.some((row) => row.id === job.id && row.is_active);
      if (isActive || has(seen, job.id)) {
        const differs = isActive ? 'it is active at once' : 'fundis find it at once';
        return breaks(differs, USES.createJob.screen, '"already paid": nobody ever pays for a job');
      }
      return HOLDS;
    },
  },
  deletes('job'),
];

/** The kinds of pictures that the app's form may send. */
const KINDS = ['jpeg', 'png', 'webp'] as const;
const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'teal' } });

const ofAds: Flow[] = [
  {
    call: 'createAd',
    tried: 'makes an ad that nobody sees before it is paid for, with its picture',
    run: async (town) => {
      const { token } = town.client;
      const { id } = town.app.readAd(await town.ad());
      const ad = town.app.readAd(await town.ok('getAd', { token, id }));
      const shown = await adsOf(town, 'listAds');
      const { screen } = USES.createAd;
      if (ad.is_active || has(shown, id))
        return breaks('it is public at once', screen, '"already paid": nobody ever pays for an ad');
      if (ad.image_url === null) return breaks('no picture', USES.listMyAds.screen, '"No Image"');
      const { answer } = await town.sender.fetch(new URL(ad.image_url, town.base).href);
      const type = answer.headers.get('content-type') ?? 'no type';
      if (answer.ok && type.startsWith('image/')) return HOLDS;
      const differs = `${ad.image_url} answers ${answer.status}, ${type}`;
      return breaks(differs, USES.listMyAds.screen, '"No Image" in the place of the picture');
    },
  },
  {
    call: 'createAd',
    tried: `takes ${KINDS.map((kind) => `image/${kind}`).join(', ')}`,
    run: async (town) => {
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
      const { screen } = USES.createAd;
      const differs = `${refused.join(', ')}: refused`;
      if (refused.includes('image/jpeg')) return breaks(differs, screen, 'no ad can be added');
      return copes(differs, 'the form sends a JPEG');
    },
  },
  deletes('ad'),
];

export const ofListings: Flow[] = [...ofJobs, ...ofAds];
