/** Whether anything moves by itself on any screen: on slow 4G, while it loads and is scrolled. */
import { paths, type PathName } from '../../src/paths.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Role } from '../../src/contract/schemas.ts';
import type { TestServer } from '../e2e/server.ts';
import { lines } from './lines.ts';
import { demoToken } from './pageList.ts';
import { Phone, SCREEN } from './phone.ts';
import type { Stage } from './stage.ts';

export interface ScreenShift {
  screen: string;
  shift: number;
  /** What moved. */
  moved: string[];
}

/** Longer than an ad stands, so that its change is seen too. */
const DWELL_MS = 7000;
const DWELLED: PathName[] = ['home', 'fundiList'];
const AFTER_SCROLL_MS = 500;

/** Who a screen is for. */
function roleFor(name: PathName): Role | null {
  const path = paths[name];
  if (/^\/(dashboard|profile\/update)\/client|^\/pay/.test(path)) return 'client';
  if (name === 'jobList' || name === 'jobDetail') return 'fundi';
  return /^\/(dashboard|profile\/update)\/fundi|^\/fundi\/subscription/.test(path) ? 'fundi' : null;
}

type Ids = Record<'fundi' | 'job' | 'ownJob' | 'ownAd', string>;

async function idsOf(base: string, tokens: Record<Role, string>): Promise<Ids> {
  const first = async (path: string, role?: Role) => {
    const headers = role ? { authorization: `Token ${tokens[role]}` } : undefined;
    const answer = await fetch(`${base}/api${path}`, headers && { headers });
    const [item] = (await answer.json()) as { id: number }[];
    return String(item?.id ?? 1);
  };
  return {
    fundi: await first(endpoints.listFundis.path),
    job: await first(endpoints.listJobs.path, 'fundi'),
    ownJob: await first(endpoints.listMyJobs.path, 'client'),
    ownAd: await first(endpoints.listMyAds.path, 'client'),
  };
}

function addressOf(name: PathName, ids: Ids): string {
  const id = { fundiDetail: ids.fundi, jobDetail: ids.job }[name as string] ?? ids.ownJob;
  return paths[name].replace(':adId', ids.ownAd).replace(/:\w+/, id);
}

/** Opens one screen as its person would and answers what moved. */
async function watchScreen(phone: Phone, address: string, dwellMs: number): Promise<ScreenShift> {
  await phone.newPage(lines['slow 4G']);
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
    shift: shifts.reduce((total, { value }) => total + value, 0),
    moved: [...new Set(shifts.flatMap(({ what }) => what))],
  };
}

/** Every screen of the route table, and the one for unknown addresses. */
export async function watchShifts(stage: Stage, server: TestServer): Promise<ScreenShift[]> {
  const { baseURL } = server;
  const tokens = {
    fundi: await demoToken(baseURL, 'fundi'),
    client: await demoToken(baseURL, 'client'),
  };
  const ids = await idsOf(baseURL, tokens);
  const screens: ScreenShift[] = [];
  for (const role of [null, 'fundi', 'client'] as const) {
    const wanted = { app: 'footer', heading: 'main h1' };
    const signIn = role ? { token: tokens[role], role } : undefined;
    const own = (Object.keys(paths) as PathName[]).filter((name) => roleFor(name) === role);
    for (const name of own) {
      // A new phone each: nothing is there from the screen before.
      const phone = await Phone.open(stage, { signIn, wanted });
      try {
        const dwellMs = DWELLED.includes(name) ? DWELL_MS : 0;
        screens.push(await watchScreen(phone, baseURL + addressOf(name, ids), dwellMs));
      } finally {
        await phone.close();
      }
    }
  }
  return screens;
}
