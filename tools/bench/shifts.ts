/** Whether anything moves by itself on any screen: on slow 4G, while it loads and is scrolled. */
import { endpoints, type EndpointName } from '../../src/contract/endpoints.ts';
import type { Role } from '../../src/contract/schemas.ts';
import { paths, type PathName } from '../../src/paths.ts';
import type { TestServer } from '../../testkit/testServer.ts';
import { demoToken } from './pageList.ts';
import { Phone, SCREEN } from './phone.ts';
import type { Stage } from './stage.ts';
import { sum } from './stats.ts';

export interface ScreenShift {
  screen: string;
  shift: number;
  /** The elements that moved. */
  moved: string;
}

/** Longer than an ad is shown, so that its change is measured too. */
const DWELL_MS = 7000;
const DWELLED: PathName[] = ['home', 'fundiList'];
const AFTER_SCROLL_MS = 500;

/** Whom a screen is for; null for everybody. */
function roleFor(name: PathName): Role | null {
  const path = paths[name];
  if (/^\/(dashboard|profile\/update)\/client|^\/pay/.test(path)) return 'client';
  if (name === 'jobList' || name === 'jobDetail') return 'fundi';
  return /^\/(dashboard|profile\/update)\/fundi|^\/fundi\/subscription/.test(path) ? 'fundi' : null;
}

/** What makes the address of a screen, with ids of the demo town. */
async function addresses(base: string, tokens: Record<Role, string>) {
  const firstOf = async (name: EndpointName, role?: Role) => {
    const headers: HeadersInit = role ? { authorization: `Token ${tokens[role]}` } : {};
    const answer = await fetch(`${base}/api${endpoints[name].path}`, { headers });
    const [item] = (await answer.json()) as { id: number }[];
    return String(item?.id ?? 1);
  };
  const ownAd = await firstOf('listMyAds', 'client');
  const ownJob = await firstOf('listMyJobs', 'client');
  const ids: Partial<Record<PathName, string>> = {
    fundiDetail: await firstOf('listFundis'),
    jobDetail: await firstOf('listJobs', 'fundi'),
  };
  return (name: PathName) =>
    base + paths[name].replace(':adId', ownAd).replace(/:\w+/, ids[name] ?? ownJob);
}

/** Opens one screen and scrolls it. */
async function watchScreen(phone: Phone, address: string, dwellMs: number): Promise<ScreenShift> {
  await phone.visit(address);
  const { page, session } = phone;
  await page.waitForTimeout(dwellMs);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await session.send('Input.synthesizeScrollGesture', {
    x: SCREEN.width / 2,
    y: SCREEN.height / 2,
    yDistance: -Math.min(height, 4000),
    speed: 4000,
    gestureSourceType: 'touch',
  });
  await page.waitForTimeout(AFTER_SCROLL_MS);
  const { shifts } = await page.evaluate(() => globalThis.benchObserved);
  return {
    screen: new URL(address).pathname,
    shift: sum(shifts.map(({ value }) => value)),
    moved: [...new Set(shifts.flatMap(({ what }) => what))].join(', '),
  };
}

/** Watches every screen of the route table, each on a new phone of its person. */
export async function watchShifts(stage: Stage, { baseURL }: TestServer): Promise<ScreenShift[]> {
  const tokens = {
    fundi: await demoToken(baseURL, 'fundi'),
    client: await demoToken(baseURL, 'client'),
  };
  const addressOf = await addresses(baseURL, tokens);
  const wanted = { app: 'footer', heading: 'main h1' };
  const screens: ScreenShift[] = [];
  for (const name of Object.keys(paths) as PathName[]) {
    const role = roleFor(name);
    const signIn = role ? { token: tokens[role], role } : undefined;
    const dwellMs = DWELLED.includes(name) ? DWELL_MS : 0;
    const screen = await Phone.with(stage, { signIn, wanted, network: 'slow 4G' }, (phone) =>
      watchScreen(phone, addressOf(name), dwellMs),
    );
    screens.push(screen);
  }
  return screens;
}
