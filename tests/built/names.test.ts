/**
 * What is in the built files: ad blockers refuse files by their names, and a screen whose script is refused
 * cannot be shown.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildForTests } from '../../scripts/build.mjs';
import { speaksOfAds } from '../support/adWords.ts';
import { BuiltApp } from '../support/builtApp.ts';

let folder: string;
beforeAll(async () => {
  folder = await buildForTests();
});

it('no built file speaks of ads', () => {
  const names = new BuiltApp(folder).files('**/*.*');
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter(speaksOfAds)).toEqual([]);
});

it('no built file has code of the mocks', () => {
  const files = new BuiltApp(folder).files('**/*.{html,js}');
  const textOf = (file: string) => file + readFileSync(path.join(folder, file), 'utf8');
  expect(files).toContain('index.html');
  expect(files.filter((file) => /mockServiceWorker|startMocks/.test(textOf(file)))).toEqual([]);
});
