/** The files of `people export`: a page and JSON in a new folder that only the server's user can open. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../process/folders.ts';
import { personPage } from '../copy/personPage.ts';
import type { PersonData } from '../copy/personData.ts';
import { UsageError } from './command.ts';

/** The files in the folder. */
const PAGE = 'page.html';
const DATA = 'data.json';

/** Below DATA_DIR the folder of all copies. */
export const COPIES = 'exports';

/** For instance `7-2026-11-23T081540Z`. */
export const nameAt = (id: number, now: Date) =>
  `${id}-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}`;

/** `folder` as an absolute path, which must be new. Throws a `UsageError`. */
export function newFolder(folder: string): string {
  const absolute = path.resolve(folder);
  if (existsSync(absolute))
    throw new UsageError(`${absolute} is there already: name a new folder.`);
  return absolute;
}

/** Who answers for the data, as the app says it, from the settings of the app. */
function answersFor(env: Record<string, string | undefined>): string {
  const { VITE_OPERATOR_NAME: name, VITE_OPERATOR_PLACE: place, VITE_SUPPORT_PHONE: phone } = env;
  return name ? `${[name, place, phone].filter(Boolean).join(', ')} answers for it.` : '';
}

/** Writes the files; returns what to print. */
export function writePerson(folder: string, data: PersonData): string[] {
  makeFolder(folder);
  const write = (name: string, text: string) =>
    writeFileSync(path.join(folder, name), text, { mode: 0o600, flag: 'wx' });
  write(PAGE, personPage(data, answersFor(process.env)));
  write(DATA, `${JSON.stringify(data, null, 2)}\n`);
  return [
    `${folder} has ${PAGE} to read and print, and ${DATA} for programs.`,
    'Give them to the person alone, then delete the folder.',
  ];
}
