/**
 * What the device stores, and of it what is a person's: drafts and payments. Each key of these names its owner,
 * for instance `payment:client:0712345678:job:17`: so nobody reads or replaces what is another person's.
 */
import { DAY_MS } from '../../contract/time.ts';

/** Web storage that never throws: in a private window or on a full disk it uses memory. */
interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): string[];
}

function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(run: (storage: Storage) => T, otherwise: T): T => {
    try {
      return run(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set: (key, value) => {
      memory.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        memory.delete(key);
      }, undefined);
    },
    remove: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: (prefix) => {
      const stored = attempt(Object.keys, []);
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}

export const deviceStorage = safeStorage(() => window.localStorage);
export const tabStorage = safeStorage(() => window.sessionStorage);

/** Whose data the device shows: the person of the last login, also when their session has expired. */
const OWNER = 'owner';
const KINDS = ['draft', 'payment'] as const;
type Kind = (typeof KINDS)[number];
/** How long it is stored after its last change, in ms. */
const STORED_MS = 30 * DAY_MS;

/**
 * The name of a person as the login knows it: the role and the ten-digit phone. The account's id comes later, and
 * by then a form may have shown what somebody else typed.
 */
export const ownerName = (role: 'client' | 'fundi', phone: string) => `${role}:${phone}`;

/** A session that was given without a login, as in a test, has no name. */
const ownerNow = () => deviceStorage.get(OWNER) ?? '';

const prefixOf = (kind: Kind, owner: string) => `${kind}:${owner}:`;

/** Whether the device shows somebody's data. */
export const hasOwner = () => ownerNow() !== '';

/** The key of the signed-in person's data of this kind and name. */
export const personalKey = (kind: Kind, name: string) => prefixOf(kind, ownerNow()) + name;

/** The keys of the signed-in person's data of this kind. */
export const personalKeys = (kind: Kind) => deviceStorage.keys(prefixOf(kind, ownerNow()));

/** Whether a key is one of anybody's data of this kind. */
export const isPersonalKey = (kind: Kind, key: string) => key.startsWith(`${kind}:`);

interface Stored {
  storedAt: number;
  value: object;
}

function read(key: string): Stored | null {
  try {
    const stored = JSON.parse(deviceStorage.get(key) ?? 'null') as Partial<Stored> | null;
    const { storedAt, value } = stored ?? {};
    return typeof storedAt === 'number' && value ? { storedAt, value } : null;
  } catch {
    return null;
  }
}

/** What is stored under a key; null for nothing, and for what cannot be read. */
export const readPersonal = (key: string): object | null => read(key)?.value ?? null;

/** Stores it under a key; null removes it. */
export function writePersonal(key: string, value: object | null) {
  if (value === null) deviceStorage.remove(key);
  else deviceStorage.set(key, JSON.stringify({ storedAt: Date.now(), value } satisfies Stored));
}

/** Removes what is old or cannot be read, whoever it belongs to; called once when the app starts. */
export function sweepPersonalData() {
  for (const key of KINDS.flatMap((kind) => deviceStorage.keys(`${kind}:`))) {
    if (Date.now() - (read(key)?.storedAt ?? 0) > STORED_MS) deviceStorage.remove(key);
  }
}

/** The picture that was chosen before the session expired: storage takes only text. */
let picture: { owner: string; file: File } | null = null;

/** Holds the picture while its person logs in again. */
export function rememberPicture(file: File | undefined) {
  picture = file ? { owner: ownerNow(), file } : null;
}

/** The picture that the signed-in person chose before the session expired, if there is one. */
export const rememberedPicture = () => (picture?.owner === ownerNow() ? picture.file : undefined);

/** Removes what the device stores of the signed-in person; called when they log out. */
export function clearPersonalData() {
  for (const key of KINDS.flatMap(personalKeys)) deviceStorage.remove(key);
  deviceStorage.remove(OWNER);
  picture = null;
}

/** Says who logs in. What somebody else left here waits unseen for their next login. */
export const becomeOwner = (owner: string) => deviceStorage.set(OWNER, owner);

/** Moves the signed-in person's data to the name by which they will log in from now on. */
export function renameOwner(owner: string) {
  const former = ownerNow();
  const moved = KINDS.flatMap((kind) =>
    personalKeys(kind).map((key) => {
      const name = key.slice(prefixOf(kind, former).length);
      return { key, to: prefixOf(kind, owner) + name, text: deviceStorage.get(key) };
    }),
  );
  becomeOwner(owner);
  if (owner === former) return;
  for (const { key, to, text } of moved) {
    if (text !== null) deviceStorage.set(to, text);
    deviceStorage.remove(key);
  }
}
