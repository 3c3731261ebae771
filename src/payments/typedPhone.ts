import { clearDraft } from '../lib/forms/draft.ts';

/** Where the typed phone is stored until a prompt is sent to it. */
export const PAYMENT_DRAFT = { name: 'payment', storage: 'tab' } as const;

/** Removes the typed phone: a prompt was sent to it, or there is nothing to pay any more. */
export function clearPaymentDraft() {
  clearDraft(PAYMENT_DRAFT.storage, PAYMENT_DRAFT.name);
}
