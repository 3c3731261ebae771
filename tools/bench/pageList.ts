/** The pages that are measured. */
import { DEMO } from '../../server/config.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Fundi, Role } from '../../src/contract/schemas.ts';
import { pathTo } from '../../src/paths.ts';
import type { Drawing } from './floorPage.ts';

export interface BenchPage {
  /** For `--only`, and the name of its floor page's file. */
  name: string;
  /** Its name in the tables. */
  title: string;
  address: string;
  /** What its floor page draws, and from the answer of which call. */
  draws: Drawing;
  call?: string;
  /** What people open the page for. */
  first: 'card' | 'heading';
  /** Selectors by name; `app` is there when the app has drawn the whole page. */
  wanted: Record<string, string>;
  signIn?: { token: string; role: Role };
}

const HEADING = 'main h1';
const CARD = 'main li a h3';
/** The last element of every screen of the app. */
const APP = 'footer';

/** A token of the demo town's person of that role. */
export async function demoToken(base: string, role: Role): Promise<string> {
  const isFundi = role === 'fundi';
  const { path } = endpoints[isFundi ? 'loginFundi' : 'loginClient'];
  const phone_number = isFundi ? DEMO.fundiPhone : DEMO.clientPhone;
  const answer = await fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number, password: DEMO.password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** A page that is opened for its heading: there is nothing to draw. */
const still = (name: string, title: string, address: string): BenchPage => ({
  name,
  title,
  address,
  draws: 'nothing',
  first: 'heading',
  wanted: { app: APP, heading: HEADING },
});

/** The pages of the demo town at `base`. */
export async function pagesOf(base: string): Promise<BenchPage[]> {
  const answer = await fetch(`${base}/api${endpoints.listFundis.path}`);
  const fundis = (await answer.json()) as Fundi[];
  const shown = fundis.find(({ is_available, skills }) => is_available && skills?.includes(','));
  const id = shown?.id ?? 1;
  const drawn = { app: APP, heading: HEADING, card: CARD };
  return [
    still('home', '/', pathTo('home')),
    {
      ...still('fundis', '/fundis', pathTo('fundiList')),
      draws: 'fundis',
      call: endpoints.listFundis.path,
      first: 'card',
      wanted: drawn,
    },
    {
      ...still('fundi', '/fundis/{id}', pathTo('fundiDetail', { id })),
      draws: 'fundi',
      call: endpoints.getFundi.path.replace('{id}', String(id)),
      first: 'card',
      wanted: { ...drawn, card: 'main article h1' },
    },
    still('jobs', '/jobs, a visitor', pathTo('jobList')),
    {
      ...still('jobs-fundi', '/jobs, a fundi', pathTo('jobList')),
      draws: 'jobs',
      call: endpoints.listJobs.path,
      first: 'card',
      wanted: drawn,
      signIn: { token: await demoToken(base, 'fundi'), role: 'fundi' },
    },
    still('login', '/login/client', pathTo('loginClient')),
  ];
}
