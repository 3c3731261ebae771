/** Sends prompts: one per payable at a time, the price from the purpose. */
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import type { Prompt } from '../../src/contract/schemas.ts';
import type { Account } from '../db/schema/people.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { isAway } from '../db/faults.ts';
import { BUSY, HttpError, notFound } from '../calls/refusal.ts';
import { CALLBACK_PATH } from '../mpesa/daraja.ts';
import { saysDown } from '../mpesa/gateway.ts';
import type { Gateway } from '../mpesa/gateway.ts';
import type { MpesaConfig } from '../process/mpesaSettings.ts';
import { payments } from '../db/schema/payments.ts';
import { hasAccess } from './subscription.ts';
import { PROMPT_MESSAGES, takenDownText } from './reasons.ts';
import { unprovenCallbacks } from './callback.ts';
import type { Evidence } from './judge.ts';
import { checkPromptLimits, limitsFor } from './promptLimits.ts';
import { isAboutMoney } from './machine.ts';
import { PUSH_DOWN } from './detectOutage.ts';
import { payBillOf } from './offerPayBill.ts';
import { isAlreadyPaid, keyOf, lockPayable, promptTexts } from './payables.ts';
import type { LockedPayable, Payable } from './payables.ts';
import type { Reconciler } from './reconciler.ts';
import { promptEnd } from './schedule.ts';
import { applyEvidence, SETTINGS_REFUSED } from './settle.ts';
import type { EvidenceSource, Services } from './settle.ts';
import {
  findPayment,
  isConfirmed,
  newSecrets,
  openFor,
  paymentsFor,
  recordEvent,
} from './store.ts';
import type { Payment } from './store.ts';

/** What is paid for, by whom, and the phone that gets the prompt, in the ten-digit form. */
export interface PromptInput extends Payable {
  phone: string;
}

/** What a prompt is sent with. */
interface PromptServices extends Services {
  config: Config;
  gateway: Gateway;
  reconciler: Pick<Reconciler, 'settleOne' | 'later'>;
}

type Secrets = ReturnType<typeof newSecrets>;

const NAMES = { post_job: 'Job', post_ad: 'Ad', subscription: 'Account' } as const;

/** Refuses what this person may not pay for, or not now. */
export function checkPayable(
  payable: LockedPayable,
  account: Pick<Account, 'id'>,
  now: Date,
): void {
  if (payable.kind === 'fundi') {
    if (hasAccess(payable.row, now)) throw new HttpError(400, VALIDATION.subscriptionBlocked);
    return;
  }
  const word = payable.kind;
  if (payable.row.clientId !== account.id) throw new HttpError(403, `This ${word} is not yours.`);
  const { takenDown } = payable.row;
  if (takenDown !== null) throw new HttpError(403, takenDownText(word, takenDown));
  if (!isAlreadyPaid(payable, now)) return;
  throw new HttpError(400, `This ${word} has already been paid for.`);
}

/** Refuses a second prompt while a person looks into money that came for the same payable. */
function refuseWhileHeld(rows: Payment[]): void {
  const held = rows.find((row) => row.state === 'needs_review' && isAboutMoney(row.review));
  if (held?.reason) throw new HttpError(409, held.reason);
}

/** The caller cannot know yet that the prompt before is in doubt: say so before sending another. */
function refuseOnceUnclear(payment: Payment | null): void {
  if (payment?.state !== 'needs_review' || payment.reason === null) return;
  throw new HttpError(409, payment.reason);
}

/** What is answered of a payment; `isNew` is one whose prompt this call has sent. */
export function answerOf(payment: Payment, isNew: boolean, mpesa: MpesaConfig): Prompt {
  const { sent, alreadySent, notConfirmed } = PROMPT_MESSAGES;
  const known = isNew ? sent : alreadySent;
  const { publicId, phone } = payment;
  const confirmed = isConfirmed(payment);
  const { reference } = promptTexts(payment);
  // What a phone shows of a till's reference is not known.
  const showsReference = mpesa.transactionType === 'CustomerPayBillOnline';
  return {
    checkout_id: publicId,
    message: confirmed ? known : notConfirmed,
    ...(phone !== null && { phone }),
    confirmed,
    ...(showsReference && { reference }),
    ...(payment.state !== 'paid' && { pay_bill: payBillOf(mpesa, payment) }),
  };
}

/**
 * Books what became of a push. While the database is away the answer must not be lost: it is
 * booked later, and the payment is returned as it was, without M-Pesa's ids.
 */
async function book(
  services: PromptServices,
  payment: Payment,
  evidence: Evidence,
  source: EvidenceSource,
): Promise<Payment> {
  const apply = () => applyEvidence(services, payment.id, evidence, source);
  try {
    return (await apply()) ?? payment;
  } catch (error) {
    if (!isAway(error)) throw error;
    const { log, reconciler } = services;
    log.error({ err: error, payment: payment.id }, 'the answer to a push is booked later');
    reconciler.later(apply);
    return payment;
  }
}

/** Books what was called back before the push was answered; else the next query does. */
async function bookEarly(services: PromptServices, payment: Payment): Promise<Payment> {
  let booked = payment;
  try {
    for (const early of await unprovenCallbacks(services.db, payment.id)) {
      if (early.ids.checkoutRequestId !== payment.checkoutRequestId) continue;
      booked = await book(services, booked, early, { event: `callback_${early.kind}` });
    }
  } catch (error) {
    if (!isAway(error)) throw error;
    services.log.error({ err: error, payment: payment.id }, 'early callbacks could not be read');
  }
  return booked;
}

/** Stores the payment before the push; null when another one for the payable is open. */
async function storePayment(
  services: PromptServices,
  account: Account,
  asked: PromptInput,
  secrets: Secrets,
) {
  const { db, now, config, timings } = services;
  const { phone } = asked;
  return db.transaction(async (tx: Db) => {
    const at = now();
    const locked = await lockPayable(tx, asked);
    if (!locked) throw notFound(NAMES[asked.purpose]);
    checkPayable(locked, account, at);
    const [payment] = await tx
      .insert(payments)
      .values({
        ...asked,
        publicId: secrets.publicId,
        callbackHash: secrets.callbackHash,
        payable: keyOf(asked),
        amount: promptTexts(asked).amount,
        createdAt: at,
        nextQueryAt: new Date(at.getTime() + timings.pushPatienceMs),
      })
      .onConflictDoNothing()
      .returning();
    if (!payment) return null;
    refuseWhileHeld(await paymentsFor(tx, payment.payable));
    const limits = limitsFor(account, config);
    await checkPromptLimits(tx, account, { ...payment, phone }, limits);
    await recordEvent(tx, { paymentId: payment.id, at, kind: 'requested', toState: payment.state });
    return payment;
  });
}

/** Sends the one prompt of a new payment and books the answer to the push. */
async function sendPrompt(
  services: PromptServices,
  payment: Payment,
  asked: PromptInput,
  secret: string,
): Promise<Prompt> {
  const { config, gateway, log } = services;
  const callbackUrl = `${config.mpesa.callbackBaseUrl}${CALLBACK_PATH}${secret}`;
  const result = await gateway.push({ ...promptTexts(asked), phone: asked.phone, callbackUrl });
  const source = { event: saysDown(result) ? PUSH_DOWN : `push_${result.kind}`, raw: result.raw };
  if (result.kind === 'accepted') {
    const { merchantRequestId, checkoutRequestId } = result;
    const ids = { merchantRequestId, checkoutRequestId };
    const booked = await book(services, payment, { kind: 'accepted', ids }, source);
    const known = isConfirmed(booked) ? await bookEarly(services, booked) : booked;
    return answerOf(known, true, config.mpesa);
  }
  if (result.kind === 'unknown') {
    log.warn({ payment: payment.id, reason: result.message }, 'the answer to a push is lost');
    const booked = await book(services, payment, { kind: 'unanswered' }, source);
    return answerOf(booked, true, config.mpesa);
  }
  const { cause, code, message } = result;
  const facts = { payment: payment.id, code, reason: message };
  if (cause === 'ours') log.error(facts, SETTINGS_REFUSED);
  else log.warn(facts, 'push refused');
  const booked = await book(services, payment, { kind: 'refused', cause }, source);
  throw new HttpError(502, booked.reason ?? 'M-Pesa did not take the request.');
}

/**
 * Sends a prompt, or returns the one that can still be answered. Safe in any number of processes on one database. Throws
 * an `HttpError`.
 */
export async function requestPrompt(
  services: PromptServices,
  account: Account,
  asked: PromptInput,
): Promise<Prompt> {
  const { db, now, config, timings, reconciler } = services;
  const key = keyOf(asked);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const secrets = newSecrets();
    const payment = await storePayment(services, account, asked, secrets);
    if (payment) return sendPrompt(services, payment, asked, secrets.secret);
    const alive = await openFor(db, key);
    if (alive && promptEnd(alive, timings) <= now().getTime()) {
      await reconciler.settleOne(alive.id, true);
      refuseOnceUnclear(await findPayment(db, alive.id));
    }
    const still = await openFor(db, key);
    if (still) return answerOf(still, false, config.mpesa);
  }
  throw new HttpError(503, BUSY);
}
