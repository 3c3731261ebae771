/** The attempts of the signed-in person on this device, each under a key of its own. */
import {
  hasOwner,
  isPersonalKey,
  personalKey,
  personalKeys,
  readPersonal,
  writePersonal,
} from '../lib/session/personal.ts';
import { clearDraft } from '../lib/forms/draft.ts';
import { getSession } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { emptyAttempt, isEmptyAttempt, nameOf, type Attempt, type Payable } from './attempt.ts';
import { nextAttempt, type AttemptEvent } from './nextAttempt.ts';

const keyOf = (payable: Payable) => personalKey('payment', nameOf(payable));

/** What this device stores about it; an empty attempt where it stores nothing. */
export const findAttempt = (payable: Payable): Attempt => ({
  ...emptyAttempt(payable),
  ...(readPersonal(keyOf(payable)) as Attempt | null),
});

export const storedPayables = (): Payable[] =>
  personalKeys('payment').flatMap((key) => (readPersonal(key) as Attempt | null) ?? []);

const changes = createStore(() => ({}));
const onChange = () => changes.set({});

export function changeAttempt(payable: Payable, event: AttemptEvent) {
  // The answer to a check comes after a logout in another tab: whose payment it was is not stored any more.
  if (getSession().token === null && !hasOwner()) return;
  const before = findAttempt(payable);
  const after = nextAttempt(before, event, Date.now());
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  writePersonal(keyOf(payable), isEmptyAttempt(after) ? null : after);
  onChange();
}

function onStorage({ key }: StorageEvent) {
  if (key === null || isPersonalKey('payment', key)) onChange();
}

/** Calls `listener` on every change, those of other tabs included; returns the way to stop. */
export function subscribeAttempts(listener: () => void): () => void {
  // A listener that is there is not added again.
  window.addEventListener('storage', onStorage);
  return changes.subscribe(listener);
}

export const TYPED_PHONE = 'pay-phone';

/** Removes the typed phone: a prompt was sent to it, or there is nothing to pay any more. */
export const clearTypedPhone = () => clearDraft(TYPED_PHONE);
