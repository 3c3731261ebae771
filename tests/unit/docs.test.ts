/** README and docs/ agree with the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import packageJson from '../../package.json' with { type: 'json' };
import { BEHAVIOURS } from '../../simulator/behaviours.ts';
import { PAYMENT_POLLING, SUBSCRIPTION_POLLING } from '../../src/contract/constants.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../../src/contract/limits.ts';
import { pictureName } from '../../src/contract/forms.ts';
import {
  adSchema,
  fundiAccountSchema,
  jobSchema,
  paymentStatusSchema,
  promptSchema,
  tokenSchema,
} from '../../src/contract/schemas.ts';
import { READ_MS, SLOW_MS, WRITE_MS } from '../../src/lib/waits.ts';
import { REPLY_WORDS } from '../mocks/addressReplies.ts';
import { MAGIC, MAGIC_INPUTS } from '../mocks/magic.ts';

const pages = ['README.md', ...globSync('docs/**/*.md')].map((file) => file.replaceAll('\\', '/'));
const textOf = (file: string) => readFileSync(file, 'utf8');
const README_LINES_MAX = 130;

/** The rows of a page's tables, as trimmed cells. */
function rowsOf(file: string): string[][] {
  const lines = textOf(file).split('\n');
  return lines
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim()));
}

const asCode = (text: string) => `\`${text}\``;
/** The anchor that a heading has on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchorsOf = (file: string) =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

it('finds the pages', () => {
  expect(pages).toContain('docs/payments.md');
  expect(pages.length).toBeGreaterThan(10);
});

const settings = textOf('.env.example') + textOf('scripts/test.mjs');
const caddyfile = textOf('deploy/Caddyfile');
const scripts = [...Object.keys(packageJson.scripts), 'ci', 'run'];

/** What a page may name: how that is written, and whether there is such a thing. */
const NAMED: [what: string, written: RegExp, isThere: (name: string) => boolean][] = [
  [
    'files and folders',
    /`((?:src|server|tests|tools|scripts|docs|public|deploy)\/[\w./-]*)`/g,
    existsSync,
  ],
  ['npm scripts', /(?:^|`)npm (?:run )?([a-z]+(?::[a-z]+)?)/g, (name) => scripts.includes(name)],
  [
    'variables of .env.example, the Caddyfile and npm test',
    /`([A-Z]+_[A-Z_]+)(?=[=`])/g,
    (name) => settings.includes(`${name}=`) || caddyfile.includes(`{$${name}:`),
  ],
];

describe.each(pages)('%s', (file) => {
  const text = textOf(file);
  const found = (written: RegExp) => [...text.matchAll(written)].map(([, name = '']) => name);

  it('links only to pages, pictures and headings that exist', () => {
    const broken = [...found(/\]\(([^)\s]+)\)/g), ...found(/src="([^"]+)"/g)].filter((address) => {
      if (/^https?:/.test(address)) return false;
      const [place = '', anchor] = address.split('#');
      const target = place === '' ? file : path.join(path.dirname(file), place);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(NAMED)('names only %s that exist', (_, written, isThere) => {
    expect(found(written).filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('README.md', () => {
  const text = textOf('README.md');

  it(`has at most ${README_LINES_MAX} lines, and links to every page of docs/`, () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(README_LINES_MAX);
    const others = pages.filter((file) => /^docs\/[^/]+\.md$/.test(file));
    expect(others.filter((file) => !text.includes(`](${file})`))).toEqual([]);
  });

  it.each([
    ['the screen of an address', 'src/routes.tsx', 'paths.payJob, element: <Pay '],
    ['a call', 'src/contract/endpoints.ts', 'createAd:'],
    ['the same call on the server, in the mocks', 'tests/mocks/handlers.ts', 'createAd:'],
    ['the same call on the server, in the mocks', 'server/listings/ads.ts', 'createAd: async'],
    ['a text of the specification', 'src/contract/messages/failure.ts', 'Failed to create ad.'],
  ])('leads from "%s" to %s, which has it', (subject, file, code) => {
    const row = rowsOf('README.md').find(([first]) => first?.startsWith(subject));
    expect(row?.[1]).toContain(asCode(file));
    expect(textOf(file)).toContain(code);
  });
});

it('docs/decisions/README.md lists every decision by its title', () => {
  const list = textOf('docs/decisions/README.md');
  const decisions = pages.filter((file) => /^docs\/decisions\/\d/.test(file));
  for (const file of decisions) {
    const title = /^# (.*)/.exec(textOf(file))?.[1];
    expect(list).toContain(`- [${title}](${path.basename(file)})\n`);
  }
});

describe('docs/payments.md', () => {
  it('lists every special number of the simulator, with what it does', () => {
    const listed = rowsOf('docs/payments.md').filter(([first]) => /^`\d{3}`$/.test(first ?? ''));
    expect(listed).toEqual(BEHAVIOURS.map(({ suffix, what }) => [asCode(suffix), what]));
  });
});

describe('docs/development.md', () => {
  const rows = rowsOf('docs/development.md');

  it('lists every input that makes the mocks fail, with what happens', () => {
    const listed = rows.filter((row) => row.length === 3 && row[1]?.startsWith('`'));
    expect(listed).toEqual(
      MAGIC_INPUTS.map(({ where, value, what }) => [where, asCode(value), what]),
    );
  });

  it('lists every reply that an address can choose', () => {
    for (const [word, { what }] of Object.entries(REPLY_WORDS)) {
      expect(rows).toContainEqual([asCode(word), what]);
    }
  });
});

it('every input of MAGIC is among those that are printed', () => {
  const values = Object.values(MAGIC).flatMap((group) => Object.values<string>(group));
  expect(MAGIC_INPUTS.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
});

describe('docs/backend.md', () => {
  it('names every field that an API may leave out, and no other', () => {
    const schemas: Record<string, z.ZodMiniObject> = {
      job: jobSchema,
      ad: adSchema,
      'fundi account': fundiAccountSchema,
      login: tokenSchema,
      prompt: promptSchema,
      payment: paymentStatusSchema,
    };
    const extras = rowsOf('docs/backend.md').filter((row) => row.length === 4);
    const named = extras.flatMap(([name = '', of = '']) =>
      of in schemas ? [`${of}: ${name.replaceAll('`', '')}`] : [],
    );
    const optional = Object.entries(schemas).flatMap(([of, { shape }]) =>
      Object.entries(shape).flatMap(([name, field]) =>
        field._zod.def.type === 'optional' ? [`${of}: ${name}`] : [],
      ),
    );
    expect(named.toSorted()).toEqual(optional.toSorted());
  });

  const [own, listing] = [SUBSCRIPTION_POLLING, PAYMENT_POLLING];
  const { length } = pictureName(`${'a'.repeat(200)}.jpg`);
  it.each([
    ['backend', `given up after ${READ_MS / 1000} s`],
    ['backend', `after ${WRITE_MS / 1000} s it counts as failed`],
    ['backend', `From ${SLOW_MS / 1000} s on`],
    ['backend', `${LIST_MAX_PAGES} at most`],
    ['backend', `file name has ${length} characters at most`],
    ['backend', `\`getMyFundi\` every ${own.everyMs / 1000} s, ${own.maxChecks} times at most`],
    ['backend', `the status every ${listing.everyMs / 1000} s, ${listing.maxChecks} times at most`],
    ['payments', `every ${listing.everyMs / 1000} seconds, at most ${listing.maxChecks} times`],
    ['payments', `every ${own.everyMs / 1000} seconds, at most ${own.maxChecks} times`],
    ['payments', `after the ${listing.maxChecks} checks`],
  ])('and the guide to payments have the numbers of the code: %s, "%s"', (page, words) => {
    expect(textOf(`docs/${page}.md`).replace(/\s+/g, ' ')).toContain(words);
  });

  it('says of every call which screen makes it', () => {
    const text = textOf('docs/backend.md');
    const missing = endpointRows.filter(([name]) => !text.includes(asCode(name)));
    expect(missing).toEqual([]);
  });
});
