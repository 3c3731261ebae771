/** The columns of an account by their names in the contract: reading, showing and changing take them from here. */
import type { Fundi, FundiProfileInput } from '../../src/contract/schemas.ts';
import { accounts } from './schema/people.ts';
import type { Account } from './schema/people.ts';

type Names = Record<string, keyof Account>;

/** Whatever everybody may see of a fundi; the phone has a rule of its own. */
export const SHOWN_OF_FUNDI = {
  id: 'id',
  name: 'name',
  location: 'location',
  skills: 'skills',
  rate_note: 'rateNote',
  is_available: 'isAvailable',
} as const satisfies Record<keyof Omit<Fundi, 'phone_number'>, keyof Account>;

const { id: _, ...SAID_BY_FUNDI } = SHOWN_OF_FUNDI;
/** Whatever fundis say of themselves (spec §5). */
export const PROFILE_OF_FUNDI = {
  ...SAID_BY_FUNDI,
  id_number: 'idNumber',
  show_contact: 'showContact',
} as const satisfies Record<keyof FundiProfileInput, keyof Account>;

type View<N extends Names> = { -readonly [K in keyof N]: Account[N[K]] };

/** The columns to select. */
export const columnsOf = <N extends Names>(names: N) =>
  Object.fromEntries(Object.entries(names).map(([name, column]) => [name, accounts[column]])) as {
    [K in keyof N]: (typeof accounts)[N[K]];
  };

/** The values of a row, by their names in the contract. */
export const viewOf = <N extends Names>(names: N, row: Account) =>
  Object.fromEntries(Object.entries(names).map(([name, column]) => [name, row[column]])) as View<N>;

/** The values to store: of those named, the ones that `body` has. */
export const rowOf = <N extends Names>(
  names: N,
  body: { [K in keyof N]?: Account[N[K]] | undefined },
) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => name in body)
      .map(([name, column]) => [column, body[name]]),
  ) as Partial<Pick<Account, N[keyof N]>>;
