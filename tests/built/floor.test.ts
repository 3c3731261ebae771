/** The built app uses nothing that the oldest browsers lack, but for what works without it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { beforeAll, expect, it } from 'vitest';
import { buildForTests } from '../../scripts/build.mjs';
import { withoutLayers } from '../../scripts/vite/floor.ts';
import { BuiltApp } from '../support/builtApp.ts';
import { beyondInScript, beyondInStyles } from '../support/floor.ts';

/** What scripts have beyond the floor, and why that is no harm. */
const SCRIPTS: Record<string, string> = {
  'Error({ cause })': 'only for who looks for the fault',
  'Error.captureStackTrace': 'asked for first',
  stackTraceLimit: 'asked for first',
  cookieStore: 'asked for first, by axios',
  duplex: 'an option of axios, ignored',
  fetchPriority: 'only a hint, ignored',
  'focus({ preventScroll })': 'ignored: the page moves to what has the focus',
  imageSizes: 'a name in React',
  inert: 'hidden slides are aria-hidden too',
  navigation: 'asked for first, by React',
  popover: 'a name in React',
  reportError: 'asked for first, by React',
  share: 'asked for first',
  showPicker: 'tried, and without it the focus is the answer',
  startViewTransition: 'tried by React, and without it nothing moves',
  'startViewTransition({ types })': 'only where there is such a transition',
  'startViewTransition({ update })': 'only where there is such a transition',
};
/** Names of newer members that are names of the app's own objects too. */
const OWN_NAMES = 'cause config isError login reason role scrollMargin toArray use watch when';

/** What styles have beyond the floor, and why that is no harm. */
const STYLES: Record<string, string> = {
  '@property': 'the styles begin with the same values for browsers without it',
  'forced-color-adjust': 'only for colours of the system, which older browsers keep as they are',
  'forced-colors': 'a question that older browsers answer with no',
  'min-height: lh': 'of a date field; there is none',
  outline: 'only its round corners are newer',
  'overflow-anchor': 'only a hint, ignored',
  'prefers-contrast': 'a question that older browsers answer with no',
  'scrollbar-gutter': 'only a hint, ignored',
  'scrollbar-width': 'the row of trades shows a scroll bar',
  'text-decoration: dotted': 'of an abbreviation; there is none',
  'text-wrap': 'lines of equal length are only a hint, ignored',
};

let folder: string;
let app: BuiltApp;
beforeAll(async () => {
  folder = await buildForTests();
  app = new BuiltApp(folder);
});

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** The texts of the built files, and of what stands in the page between tags of that name. */
function textsOf(pattern: string, tag: string): string[] {
  const inPage = read('index.html').matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...app.files(pattern).map(read), ...[...inPage].map(([, text = '']) => text)];
}

it('scripts parse in the oldest browsers, and call nothing that those lack', () => {
  const found = textsOf('**/*.js', 'script').flatMap(beyondInScript);
  const known = [...Object.keys(SCRIPTS), ...OWN_NAMES.split(' ')];
  expect([...new Set(found)].sort()).toEqual(known.sort());
});

it('styles have no rule that the oldest browsers would lose', () => {
  const found = textsOf('**/*.css', 'style').flatMap(beyondInStyles);
  expect([...new Set(found)].sort()).toEqual(Object.keys(STYLES).sort());
});

it('puts the rules of layers before the others, in the order of the layers', () => {
  const css = 'b{} @layer one, two; @layer two { c{} } @layer one { d{} } @layer two { e{} }';
  const plain = postcss([withoutLayers]).process(css, { from: undefined }).css;
  expect(plain.match(/[a-z]/g)).toEqual(['d', 'c', 'e', 'b']);
});
