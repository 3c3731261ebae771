/** The walk: what people do most, step by step. */
import { DEMO } from '../../server/config.ts';
import { PAYMENT_POLLING } from '../../src/contract/constants.ts';
import sharp from 'sharp';
import type { Person } from './person.ts';

interface World {
  person: Person;
  /** The base of the API, as the app has it. */
  api: string;
  /** Takes the app and its API off the network, and puts them back. */
  network: { stop: () => Promise<unknown>; start: () => Promise<unknown> };
  /** A new phone number, as no other walk has it. */
  phone: string;
}

const PASSWORD = 'maji-safi-2026';
/** Three times as long as the app itself asks. */
const PAYING_MS = 3 * PAYMENT_POLLING.maxChecks * PAYMENT_POLLING.everyMs;
const colour = 'getComputedStyle(document.documentElement).backgroundColor';

const on = (value: boolean) =>
  `document.querySelector('[role=switch][aria-checked=${value}]') !== null`;

/** A photo as phones write it: lying on its side, and a note in it how it is to be turned. In base64. */
async function sidewaysPhoto(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = sharp({
    create: { width: 2000, height: 1500, channels: 3, background: '#888', noise },
  });
  return (await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer()).toString('base64');
}

async function logIn(person: Person, phone: string, password: string) {
  await person.fill('Phone number', phone);
  await person.fill('Password', password);
  await person.press('button', 'Log in');
}

/** The steps, in their order; each goes on where the one before ended. */
export const steps: Record<string, (world: World) => Promise<void>> = {
  async directory({ person }) {
    await person.open('/fundis');
    await person.expect(`document.querySelectorAll('main li h3').length > 4`, 'the cards');
    await person.expect(`${colour} === 'rgb(251, 246, 236)'`, 'the styles');
    await person.expect(
      `getComputedStyle(document.querySelector('header nav')).display === 'flex'`,
      'the header in a row',
    );
    await person.fill('Filter by Location', 'Juja');
    await person.isAt(/location=/);
  },
  async fundi({ person }) {
    await person.press('card', '');
    await person.isAt(/^\/fundis\/\d+$/);
    await person.see('link', 'WhatsApp');
    await person.press('link', 'Back to Fundis');
    await person.isAt(/^\/fundis/);
  },
  async ad({ person }) {
    await person.expect(
      `document.querySelector('[role=group][aria-label^="Ad 1"]') !== null`,
      'an ad',
    );
    await person.press('button', 'Next ad');
    await person.expect(
      `document.querySelector('[role=group][aria-label^="Ad 2"]') !== null`,
      'the next ad',
    );
  },
  async theme({ person }) {
    await person.press('button', 'Dark theme');
    await person.expect(`${colour} === 'rgb(23, 19, 15)'`, 'the dark theme');
    await person.press('button', 'Dark theme');
    await person.expect(`${colour} === 'rgb(251, 246, 236)'`, 'the light theme');
  },
  async registration({ person, phone }) {
    await person.open('/register/client');
    await person.fill('Name', 'Wanjiru Njoroge');
    await person.fill('Phone number', phone);
    await person.fill('ID number', phone.slice(2));
    await person.fill('Password', PASSWORD);
    await person.fill('Confirm password', PASSWORD);
    await person.press('button', 'Create account');
    await person.isAt(/^\/login\/client/);
    // The address changes before the screen does, and WebKit may go to neither of two pages at once.
    await person.see('heading', 'Client login');
  },
  async 'login from a guard'({ person, phone }) {
    await person.open('/dashboard/client/jobs/add');
    await person.isAt(/^\/login\/client/);
    await person.see('heading', 'Client login');
    await logIn(person, phone, PASSWORD);
    await person.isAt(/^\/dashboard\/client\/jobs\/add/);
  },
  async job({ person }) {
    await person.fill('Title', 'Mend the water tank');
    await person.fill('Description', 'It leaks at the tap. Bring thread tape.');
    await person.fill('Location', 'Juja');
    await person.press('button', 'Continue to pay Ksh 100');
    await person.isAt(/^\/pay\/job\/\d+/);
  },
  async payment({ person, phone }) {
    await person.fill('M-Pesa phone number', phone);
    await person.press('button', 'Pay Ksh 100');
    await person.see('text', 'Payment Successful', PAYING_MS);
    await person.isAt(/^\/dashboard\/client\/jobs$/);
    await person.expect(on(true), 'the job on');
  },
  async 'ad with a picture'({ person }) {
    await person.open('/dashboard/client/ads/add');
    await person.fill('Title', 'Taps and pipes');
    await person.fill('Description', 'All sizes, near the stage.');
    await person.attach('Image', await sidewaysPhoto());
    await person.expect(
      `/^Ready to send: \\d+ KB instead of /.test(document.querySelector('[role=status].text-muted')?.textContent)`,
      'a smaller picture',
    );
    await person.expect(
      `(({ naturalWidth, naturalHeight }) => naturalWidth === 960 && naturalHeight === 1280)(document.querySelector('[alt^=Preview]'))`,
      'the picture upright',
    );
    await person.press('button', 'Continue to pay Ksh 500');
    await person.isAt(/^\/dashboard\/client\/ads\/pay\/\d+/);
    await person.open('/dashboard/client/ads');
    await person.expect(
      `[...document.querySelectorAll('main img')].some((it) => it.naturalWidth > 0)`,
      'the picture',
    );
  },
  async logout({ person }) {
    await person.press('button', 'Menu');
    await person.press('button', 'Logout');
    await person.isAt(/^\/login\/client/);
    await person.expect(`localStorage.getItem('token') === null`, 'the token is gone');
  },
  async availability({ person }) {
    await person.open('/dashboard/fundi');
    await person.isAt(/^\/fundi\/login/);
    await logIn(person, DEMO.fundiPhone, DEMO.password);
    await person.isAt(/^\/dashboard\/fundi/);
    await person.expect(on(true), 'available');
    await person.press('switch', 'Available for work');
    await person.expect(on(false), 'not available');
    await person.press('switch', 'Available for work');
    await person.expect(on(true), 'available again');
  },
  async subscription({ person }) {
    await person.open('/fundi/subscription');
    await person.see('heading', 'Your subscription');
    await person.see('text', 'Free until');
  },
  async 'Back into another account'({ person, api, phone }) {
    // What the first frame shows of a page that comes from the browser's memory.
    await person.expect(
      `addEventListener('pageshow', () => requestAnimationFrame(() => { globalThis.firstSeen = document.body.innerText })) ?? true`,
    );
    await person.leaveFor('/healthz');
    const body = JSON.stringify({ phone_number: phone, password: PASSWORD });
    await person.expect(
      `fetch('${api}/accounts/clients/login/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '${body}' })
        .then((answer) => answer.json())
        .then(({ token }) => Object.assign(localStorage, { token, user_type: 'client' }))
        .then(() => setTimeout(() => history.back()))`,
      'another person signed in',
    );
    await person.isAt(/^\/dashboard\/client$/);
    await person.expect(`!/Free until/.test(globalThis.firstSeen)`, 'nothing of the fundi');
    await person.see('text', 'Wanjiru Njoroge');
  },
  async offline({ person, api, network }) {
    await person.open('/fundis');
    await person.expect('navigator.serviceWorker.ready.then(Boolean)', 'the service worker');
    await person.expect(
      `caches.match('${api}/accounts/fundis/').then((answer) => Boolean(answer))`,
      'the list stored',
    );
    await person.expect(`caches.match('/').then((answer) => Boolean(answer))`, 'the app stored');
    await network.stop();
    try {
      await person.open('/fundis');
      await person.expect(`document.querySelectorAll('main li h3').length > 4`, 'the cards');
    } finally {
      await network.start();
    }
  },
};
