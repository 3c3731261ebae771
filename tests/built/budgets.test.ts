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
} from '../support/budgets.ts';
import { BuiltApp } from '../support/builtApp.ts';

/** The script that starts the app. */
const START = 'app';
const fileOf = (screen: string) => `src/screens/${screen}.tsx`;

let app: BuiltApp;
beforeAll(async () => {
  app = new BuiltApp(await buildForTests());
});

/** What the scripts of a module weigh beyond those of every screen, in KB. */
function weightBeyond(start: string): number {
  const always = app.scriptsOf(START);
  return app.weight([...app.scriptsOf(start)].filter((file) => !always.has(file)));
}

describe('scripts within their budget', () => {
  it('before the first card of the directory, or a fundi whose link is opened', () => {
    const drawings = app.files('assets/draw-*.js');
    expect(drawings).toHaveLength(2);
    const largest = Math.max(...drawings.map((file) => app.weight([file])));
    expect(largest + app.inPage('script')).toBeLessThanOrEqual(FIRST_CARD.script);
  });

  it('of every screen', () => {
    expect(app.weight(app.scriptsOf(START))).toBeLessThanOrEqual(EVERY_SCREEN);
  });

  it.each(Object.entries(SCREENS))('of %s', (screen, kb) => {
    expect(weightBeyond(fileOf(screen))).toBeLessThanOrEqual(kb);
  });

  it.each(Object.entries(LATER))('of %s', (start, kb) => {
    expect(weightBeyond(start)).toBeLessThanOrEqual(kb);
  });

  it('each has one', () => {
    const known = [...Object.keys(SCREENS).map(fileOf), ...Object.keys(LATER)];
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
