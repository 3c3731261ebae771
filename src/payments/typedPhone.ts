import { clearDraft } from '../lib/forms/draft.ts';

/** Where the typed phone is stored until a prompt is sent to it. */
export const PAYMENT_DRAFT = 'pay-phone';

/** Removes the typed phone: a prompt was sent to it, or there is nothing to pay any more. */
export const clearPaymentDraft = () => clearDraft(PAYMENT_DRAFT);
