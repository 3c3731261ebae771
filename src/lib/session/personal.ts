/** Where the device keeps what a person typed or is paying for, and how a logout forgets it. */
import { deviceStorage, tabStorage } from './storage.ts';

/** One key for all drafts of a storage, so that a logout finds them all. */
export const DRAFTS = 'drafts';
/** The keys of waiting payments start with it. */
export const PAYMENTS = 'payment:';
/** Which concerns about payments were read. */
export const READ_CONCERNS = 'read_concerns';
/** Whose drafts they are: on the device who logged in last, in a tab for whom it keeps its own. */
const OWNER = 'drafts_of';

/** A picture cannot be stored as typed text is; it waits here while an ended session is renewed. */
let picture: File | undefined;

/** Keeps the picture that was chosen before the session ended, or none. */
export function keepPicture(file: File | undefined) {
  picture = file;
}

/** The picture chosen before the session ended, if that is why the form was left. */
export const keptPicture = () => picture;

/** Forgets every draft, the kept picture included. */
export function clearDrafts() {
  deviceStorage.remove(DRAFTS);
  tabStorage.remove(DRAFTS);
  picture = undefined;
}

/** Forgets all payments of the device; called when a person logs out. */
export function clearPayments() {
  for (const key of deviceStorage.keys(PAYMENTS)) deviceStorage.remove(key);
}

/** Forgets what the device and this tab know of a person; called when they log out. */
export function forgetPerson() {
  clearDrafts();
  clearPayments();
  deviceStorage.remove(READ_CONCERNS);
  deviceStorage.remove(OWNER);
  tabStorage.remove(OWNER);
}

/**
 * Makes the kept drafts those of the person who logs in as `owner`: what somebody else typed on
 * this device before their session ended is dropped.
 */
export function claimDrafts(owner: string) {
  const last = deviceStorage.get(OWNER);
  if (last !== null && last !== owner) clearDrafts();
  deviceStorage.set(OWNER, owner);
  tabStorage.set(OWNER, owner);
}

/** Drops the drafts of this tab when another tab has logged their owner out or somebody else in. */
export function followOwner() {
  const owner = deviceStorage.get(OWNER);
  const mine = tabStorage.get(OWNER);
  if (mine !== null && mine !== owner) clearDrafts();
  if (owner === null) tabStorage.remove(OWNER);
  else tabStorage.set(OWNER, owner);
}
