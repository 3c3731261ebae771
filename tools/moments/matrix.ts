/** Which moments there are: every visit that the program makes. */
import type { Role } from '../../src/contract/schemas.ts';
import { PROMPT, type Fault, type Plan } from './host.ts';

/** What a person does while the page starts. */
export type Act = 'taps and goes back' | 'scrolls' | 'types a letter';

export interface Moment {
  name: string;
  address: string;
  role: Role | null;
  plan: Plan;
  act?: Act;
  /** Whether a blocker refuses the calls that speak of ads. */
  isBlocked?: boolean;
  /** Whether there was a visit before, so that there are a service worker and its copies. */
  isAgain?: boolean;
}

const SECONDS = [0, 0.3, 0.8, 1.2, 1.5, 1.8, 2, 3, 5, 8, 15];
/** Around the time at which the app takes the page over. */
const CLOSE = [0.8, 1.8, 3];
const ROLES = [null, 'client', 'fundi'] as const;

/** Every address with a first paint of its own, one with a filter and one without a first paint. */
const ADDRESSES = [
  '/',
  '/fundis',
  '/fundis?location=Juja',
  '/fundis/1',
  '/jobs',
  '/jobs/1',
  '/register/fundi',
  '/login/fundi',
  '/fundi/login',
  '/register/client',
  '/login/client',
  '/dashboard/fundi',
  '/dashboard/client',
  '/terms',
];
/** Those that ask for something at once, and who opens them; other people are sent elsewhere. */
const ASKING: [address: string, roles: readonly (Role | null)[]][] = [
  ['/', [null]],
  ['/fundis', ROLES],
  ['/fundis?location=Juja', ['client']],
  ['/fundis/1', ROLES],
  ['/jobs', ROLES],
  ['/jobs/1', ['client', 'fundi']],
  ['/dashboard/client', ['client']],
  ['/dashboard/fundi', ['fundi']],
];
const FAULTS: Fault[] = ['fails', 'is aborted', 'meets a hotspot'];
const ACTS: Act[] = ['taps and goes back', 'scrolls', 'types a letter'];

/** A moment with one thing changed; `ms` is when the answers come. */
type Variant = [name: string, change: (ms: number) => Partial<Moment> | { plan: Partial<Plan> }];

const late = (ms: number) => ({ firstMs: ms, otherMs: ms });
const VARIANTS: Variant[] = [
  ['the first answer last', (ms) => ({ plan: { firstMs: ms, otherMs: 0 } })],
  ['the first answer first', (ms) => ({ plan: { firstMs: 0, otherMs: ms } })],
  ['the script 1.2 s later', (ms) => ({ plan: { ...late(ms), scriptMs: 1200 } })],
  ['the script 4 s later', (ms) => ({ plan: { ...late(ms), scriptMs: 4000 } })],
  ...FAULTS.map((fault): Variant => [
    `each call ${fault} once`,
    (ms) => ({ plan: { ...late(ms), fault } }),
  ]),
  ...ACTS.map((act): Variant => [`a person ${act}`, (ms) => ({ plan: late(ms), act })]),
  ['a blocker', (ms) => ({ plan: late(ms), isBlocked: true })],
  ['a visit before', (ms) => ({ plan: late(ms), isAgain: true })],
];

/** All moments. */
export function matrix(): Moment[] {
  return [true, false].flatMap((isStatic) => {
    const host = isStatic ? 'a static host' : 'our server';
    const moment = (
      address: string,
      role: Role | null,
      seconds: number,
      [what, change]: Variant,
    ): Moment => {
      const { plan, ...more } = change(seconds * 1000);
      return {
        ...more,
        name: `${address}, ${role ?? 'visitor'}, from ${host}, answers after ${seconds} s, ${what}`,
        address,
        role,
        plan: { ...PROMPT, isStatic, ...plan },
      };
    };
    const usual: Variant = ['nothing else', (ms) => ({ plan: late(ms) })];
    return [
      ...ADDRESSES.flatMap((address) =>
        ROLES.flatMap((role) => SECONDS.map((at) => moment(address, role, at, usual))),
      ),
      ...ASKING.flatMap(([address, roles]) =>
        roles.flatMap((role) =>
          CLOSE.flatMap((at) => VARIANTS.map((variant) => moment(address, role, at, variant))),
        ),
      ),
    ];
  });
}
