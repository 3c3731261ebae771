/** What the device stores of a person's drafts and payments, and how a logout removes it. */
import { deviceStorage, tabStorage } from './storage.ts';

/** One key for all drafts of a storage, so that a logout finds them. */
export const DRAFTS = 'drafts';
/** The keys of payment records start with it. */
export const PAYMENTS = 'payment:';
/** What a former version of the app stored beside the payments. */
const FORMER = 'read_concerns';
/** Whose drafts they are: on the device of the last login, in a tab of its own person. */
const OWNER = 'drafts_of';

/** Storage takes only text: the picture waits here while the person logs in again. */
let picture: File | undefined;

/** Holds the picture that was chosen before the session expired. */
export function rememberPicture(file: File | undefined) {
  picture = file;
}

/** The picture that was chosen before the session expired, if there is one. */
export const rememberedPicture = () => picture;

/** Removes every draft and the picture. */
export function clearDrafts() {
  deviceStorage.remove(DRAFTS);
  tabStorage.remove(DRAFTS);
  picture = undefined;
}

/** Removes all payments from the device; called when a person logs out. */
export function clearPayments() {
  for (const key of deviceStorage.keys(PAYMENTS)) deviceStorage.remove(key);
}

/** Removes what the device and this tab store of a person; called when they log out. */
export function clearPersonalData() {
  clearDrafts();
  clearPayments();
  deviceStorage.remove(FORMER);
  deviceStorage.remove(OWNER);
  tabStorage.remove(OWNER);
}

/**
 * Gives the stored drafts to the person who logs in as `owner`. Drafts that somebody else left on
 * this device are removed.
 */
export function claimDrafts(owner: string) {
  const last = deviceStorage.get(OWNER);
  if (last !== null && last !== owner) clearDrafts();
  renameDraftOwner(owner);
}

/** Says by which name the signed-in person, whose drafts are stored, will log in from now on. */
export function renameDraftOwner(owner: string) {
  deviceStorage.set(OWNER, owner);
  tabStorage.set(OWNER, owner);
}

/**
 * The name of a person as the login knows it: the role and the ten-digit phone. The account's id comes later, and
 * by then a form may have shown what somebody else typed.
 */
export const draftOwner = (role: 'client' | 'fundi', phone: string) => `${role}:${phone}`;

/** Removes this tab's drafts when their owner has logged out, or somebody else in, in another tab. */
export function dropForeignDrafts() {
  const owner = deviceStorage.get(OWNER);
  const mine = tabStorage.get(OWNER);
  if (mine !== null && mine !== owner) clearDrafts();
  if (owner === null) tabStorage.remove(OWNER);
  else tabStorage.set(OWNER, owner);
}
