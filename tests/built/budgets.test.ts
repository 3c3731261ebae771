/** The app stays small: what is sent for each screen is within its budget, byte for byte. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildForTests } from '../../scripts/build.mjs';
import {
  EVERY_SCREEN,
  FILES,
  FIRST_CARD,
  LATER,
  SCREENS,
  STYLES,
  STYLES_IN_ALL,
  type Budget,
} from '../support/budgets.ts';
import { BuiltApp } from '../support/builtApp.ts';

const START = 'src/main.tsx';
const FIRST_CARDS = 'src/boot/firstCards.ts';
const FIRST_FUNDI = 'src/boot/firstFundi.ts';
const fileOf = (screen: string) => `src/screens/${screen}.tsx`;

let app: BuiltApp;
beforeAll(async () => {
  app = new BuiltApp(await buildForTests());
});

/**
 * Fails when scripts are too large or have a package too many, and says which import did it.
 * `more` KB come with them.
 */
function expectWithin(scripts: Set<string>, { kb, packages = [] }: Budget, more = 0) {
  const known = [...EVERY_SCREEN.packages, ...packages];
  const weight = app.weight(scripts) + more;
  const strangers = app.packages(scripts).filter((name) => !known.includes(name));
  const isWithin = weight <= kb && strangers.length === 0;
  const why = () =>
    `${weight.toFixed(2)} KB are sent, ${kb} are allowed.` +
    (strangers.length > 0 ? ` The budget does not know ${strangers.join(', ')}.` : '') +
    `\n${app.blame(scripts, known)}`;
  expect(isWithin, isWithin ? '' : why()).toBe(true);
}

/** The scripts that come with a module beyond those of every screen. */
function beyond(start: string): Set<string> {
  const always = app.scriptsOf(START);
  return new Set([...app.scriptsOf(start)].filter((file) => !always.has(file)));
}

describe('scripts within their budget', () => {
  it('before the first card of the directory', () => {
    const budget = { kb: FIRST_CARD.script };
    expectWithin(app.scriptsOf(FIRST_CARDS), budget, app.inPage('script'));
  });

  it('before a fundi whose link is opened', () => {
    const budget = { kb: FIRST_CARD.script };
    expectWithin(app.scriptsOf(FIRST_FUNDI), budget, app.inPage('script'));
  });

  it('of every screen', () => expectWithin(app.scriptsOf(START), EVERY_SCREEN));

  it.each(Object.entries(SCREENS))('of %s', (screen, budget) => {
    expectWithin(beyond(fileOf(screen)), budget);
  });

  it.each(Object.entries(LATER))('of %s', (start, budget) => {
    expectWithin(beyond(start), budget);
  });

  it('each has one', () => {
    const known = [
      FIRST_CARDS,
      FIRST_FUNDI,
      ...Object.keys(SCREENS).map(fileOf),
      ...Object.keys(LATER),
    ];
    expect(known.sort()).toEqual(app.starts().sort());
  });
});

it('all styles are within their budget', () => {
  const sheets = app.weight(app.files('assets/*.css'));
  expect(sheets).toBeLessThanOrEqual(STYLES);
  expect(sheets + app.inPage('style')).toBeLessThanOrEqual(STYLES_IN_ALL);
});

it.each(Object.entries(FILES))('%s is within its budget', (file, kb) => {
  expect(app.weight([file])).toBeLessThanOrEqual(kb);
});
