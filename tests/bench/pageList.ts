/** The pages that are measured. */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Fundi, Role } from '../../src/contract/schemas.ts';
import { pathTo } from '../../src/paths.ts';
import { DEMO } from '../../server/seed.ts';
import type { Drawing } from './floorPage.ts';

export interface BenchPage {
  /** Also the name of its floor page's file. */
  name: string;
  /** As the table calls it. */
  title: string;
  address: string;
  /** What its floor page draws, and of which call. */
  draws: Drawing;
  call?: string;
  /** What the page is opened for. */
  first: 'card' | 'heading';
  /** Selectors by name; `app` is there once the app has drawn the whole page. */
  wanted: Record<string, string>;
  signIn?: { token: string; role: Role };
}

const HEADING = 'main h1';
const CARD = 'main li a h3';
/** Below every screen of the app. */
const APP = 'footer';

/** A token of the demo town's person of that role. */
export async function demoToken(base: string, role: Role): Promise<string> {
  const isFundi = role === 'fundi';
  const answer = await fetch(
    `${base}/api${endpoints[isFundi ? 'loginFundi' : 'loginClient'].path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        phone_number: isFundi ? DEMO.fundiPhone : DEMO.clientPhone,
        password: DEMO.password,
      }),
    },
  );
  return ((await answer.json()) as { token: string }).token;
}

/** The pages of the demo town at `base`. */
export async function pagesOf(base: string): Promise<BenchPage[]> {
  const answer = await fetch(`${base}/api${endpoints.listFundis.path}`);
  const fundis = (await answer.json()) as Fundi[];
  const shown = fundis.find(({ is_available, skills }) => is_available && skills?.includes(','));
  const id = shown?.id ?? 1;
  const plain = { app: APP, heading: HEADING };
  return [
    {
      name: 'home',
      title: '/',
      address: pathTo('home'),
      draws: 'nothing',
      first: 'heading',
      wanted: plain,
    },
    {
      name: 'fundis',
      title: '/fundis',
      address: pathTo('fundiList'),
      draws: 'fundis',
      call: endpoints.listFundis.path,
      first: 'card',
      wanted: { ...plain, card: CARD },
    },
    {
      name: 'fundi',
      title: '/fundis/{id}',
      address: pathTo('fundiDetail', { id }),
      draws: 'fundi',
      call: endpoints.getFundi.path.replace('{id}', String(id)),
      first: 'card',
      wanted: { ...plain, card: 'main article h1' },
    },
    {
      name: 'jobs',
      title: '/jobs, a visitor',
      address: pathTo('jobList'),
      draws: 'nothing',
      first: 'heading',
      wanted: plain,
    },
    {
      name: 'jobs-fundi',
      title: '/jobs, a fundi',
      address: pathTo('jobList'),
      draws: 'jobs',
      call: endpoints.listJobs.path,
      first: 'card',
      wanted: { ...plain, card: CARD },
      signIn: { token: await demoToken(base, 'fundi'), role: 'fundi' },
    },
    {
      name: 'login',
      title: '/login/client',
      address: pathTo('loginClient'),
      draws: 'nothing',
      first: 'heading',
      wanted: plain,
    },
  ];
}
