/** `docs/promises.md` against the code: nothing promised is missing in either. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import * as constants from '../../src/contract/constants.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import * as failure from '../../src/contract/messages/failure.ts';
import * as fallback from '../../src/contract/messages/fallback.ts';
import { HERO_MESSAGES } from '../../src/contract/messages/home.ts';
import * as state from '../../src/contract/messages/state.ts';
import * as validation from '../../src/contract/messages/validation.ts';
import { paths } from '../../src/paths.ts';

const text = readFileSync(path.join(root, 'docs', 'promises.md'), 'utf8');
/** The rows of the tables of a section, each as its cells. */
function rowsOf(section: string): string[][] {
  const [, own = ''] =
    new RegExp(`^## ${section} .*\\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(text) ?? [];
  return own
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .slice(1);
}
const codesOf = (cells: string[]) =>
  cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
const valuesOf = (messages: object) => Object.values(messages).map(String);

test('§1 has the messages of the hero', () => {
  expect(codesOf(rowsOf('§1').flat())).toEqual([...HERO_MESSAGES]);
});

test('§2 has every address, and every text of what is missing or waits', () => {
  const [addresses, texts] = [codesOf(rowsOf('§2').flat()), rowsOf('§2')];
  expect(addresses.filter((code) => code.startsWith('/'))).toEqual(Object.values(paths));
  const said = texts.flatMap(([, cell = '']) => codesOf([cell]));
  const { saved: _, deleted: _ours, ...promised } = state;
  // "Not Logged In" stands in the words around the table.
  const known = [...valuesOf(fallback), ...valuesOf(promised), failure.paymentTimeout];
  expect(said.filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

test('§5 has every text of what was typed', () => {
  expect(codesOf(rowsOf('§5').flat()).toSorted()).toEqual(valuesOf(validation).toSorted());
});

test('§7 has every call, and who makes it', () => {
  const roles = { fundi: 'the fundi', client: 'the client' };
  const who = { none: 'anybody', any: 'who is signed in', ...roles };
  const promised = endpointRows.filter(([, { optional }]) => optional !== true);
  expect(rowsOf('§7')).toEqual(
    promised.map(([, { method, path: place, auth }]) => [`\`${method} ${place}\``, who[auth]]),
  );
});

test('§8 has every text of a failure', () => {
  const said = rowsOf('§8').flatMap(([cell = '']) => codesOf([cell]));
  expect(said.toSorted()).toEqual(valuesOf(failure).toSorted());
});

const s = (ms: number) => `${ms / 1000} s`;

test('§9 has every number', () => {
  const { FEES, SUBSCRIPTION_POLLING: month, PAYMENT_POLLING: pay } = constants;
  const { STEPS_CAROUSEL: steps } = constants;
  const checks = ({ everyMs, maxChecks, redirectMs }: typeof month | typeof pay) =>
    `every ${s(everyMs)}, ${maxChecks} at most; ${s(redirectMs)} later one goes`;
  const { fundi, client } = constants.LOGIN_REDIRECT_MS;
  expect(constants.REGISTRATION_REDIRECT_MS).toBe(constants.RESET_REDIRECT_MS);
  expect(rowsOf('§9').map(([, value]) => value)).toEqual([
    `${constants.PHONE_DIGITS} digits, the first a 0`,
    `${constants.PASSWORD_MIN_LENGTH} characters at least`,
    `Ksh ${FEES.post_job}, Ksh ${FEES.post_ad}, Ksh ${FEES.subscription}`,
    `${constants.TRIAL_DAYS} days`,
    checks(month),
    checks(pay),
    `${s(pay.alreadyPaidRedirectMs)} later one goes`,
    `${s(fundi)} a fundi, ${s(client)} a client`,
    s(constants.RESET_REDIRECT_MS),
    `${constants.JOB_PREVIEW_CHARS} characters and \`…\``,
    String(constants.CARD_SKILLS_MAX),
    s(constants.AD_ROTATION_MS),
    s(constants.HERO_AUTOPLAY_MS),
    `${s(constants.HERO_TEXT.holdMs)}; ${constants.HERO_TEXT.speed}`,
    `${steps.speedMs} ms; ${s(steps.autoplayMs)}`,
    `${steps.slides}; ${steps.slidesUnder1024}; ${steps.slidesUnder640}`,
    `${s(constants.TOAST_MS)}, ${constants.TOAST_POSITION.replace('-', ' ')}`,
    `${constants.CHAT_PREFIX} in place of the 0`,
  ]);
});
