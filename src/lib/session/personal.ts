/**
 * What the device stores of a person: drafts and payments. Each key names its owner, for instance
 * `payment:client:0712345678:job:17`: so nobody reads or replaces what is another person's.
 */
import { deviceStorage } from './storage.ts';

/** Whose data the device shows: the person of the last login, also when their session has expired. */
const OWNER = 'owner';
const KINDS = ['draft', 'payment'] as const;
export type PersonalKind = (typeof KINDS)[number];

/**
 * The name of a person as the login knows it: the role and the ten-digit phone. The account's id comes later, and
 * by then a form may have shown what somebody else typed.
 */
export const ownerName = (role: 'client' | 'fundi', phone: string) => `${role}:${phone}`;

/** A session that was given without a login, as in a test, has no name. */
const ownerNow = () => deviceStorage.get(OWNER) ?? '';

/** The start of the keys of a person's data of one kind; by default of the person of the last login. */
const keysOf = (kind: PersonalKind, owner = ownerNow()) => `${kind}:${owner}:`;

/** The key of the signed-in person's data of this kind and name. */
export const personalKey = (kind: PersonalKind, name: string) => keysOf(kind) + name;

/** The keys of the signed-in person's data of this kind. */
export const personalKeys = (kind: PersonalKind) => deviceStorage.keys(keysOf(kind));

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

/**
 * Says who logs in. What somebody else typed here is removed, and a payment of theirs waits unseen for their
 * next login.
 */
export function becomeOwner(owner: string) {
  const typed = deviceStorage.keys('draft:');
  for (const key of typed) if (!key.startsWith(keysOf('draft', owner))) deviceStorage.remove(key);
  deviceStorage.set(OWNER, owner);
}

/** Moves the signed-in person's data to the name by which they will log in from now on. */
export function renameOwner(owner: string) {
  const moved = KINDS.flatMap((kind) =>
    personalKeys(kind).map(
      (key) => [key, keysOf(kind, owner) + key.slice(keysOf(kind).length)] as const,
    ),
  );
  deviceStorage.set(OWNER, owner);
  for (const [from, to] of moved) {
    const value = deviceStorage.get(from);
    if (from === to || value === null) continue;
    deviceStorage.set(to, value);
    deviceStorage.remove(from);
  }
}
