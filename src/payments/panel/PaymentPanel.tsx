import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { KitengeStrip } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as VALIDATION from '../../contract/messages/validation.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { isPressedHere } from '../attempt.ts';
import { isAccepted } from '../payment.ts';
import type { PaymentPage, Shown } from '../usePayment.ts';
import { isDownAt } from '../view.ts';
import { outText } from '../words.ts';
import { Done, Unmatched } from './Done.tsx';
import { PaymentHelp } from './PaymentHelp.tsx';
import { PaymentForm, SecondStep, type FormNote } from './PaymentForm.tsx';
import { MenuPaid, Review } from './Review.tsx';
import { Late, Waiting } from './Waiting.tsx';

interface TicketProps {
  head: ReactNode;
  /** Somebody sees just now that it is paid: its lower half comes off. */
  isTorn?: boolean;
  children: ReactNode;
}

/** A payment as one card: what it is for, and below the dashes what happens with it. */
export const Ticket = ({ head, isTorn = false, children }: TicketProps) => (
  <div className={isTorn ? 'torn' : 'raised rounded-2xl'}>
    <div className="rounded-t-2xl border border-b-0 border-line bg-surface">
      <KitengeStrip className="h-3 rounded-t-[15px]" />
      <div className="p-4 sm:p-5">{head}</div>
    </div>
    <div className="tear space-y-4 rounded-b-2xl border border-line bg-surface p-4 sm:p-5">
      {children}
    </div>
  </div>
);

/** The announcement for screen readers at each step, not each second. */
function announcement({ payment, shown, isConfirming }: PaymentPage): string {
  if (shown.step === 'sending') return 'Sending the M-Pesa message.';
  if (shown.step !== 'waiting') return '';
  if (isConfirming) return 'Checking with M-Pesa.';
  if (payment.attempt.push === 'found') return outText(payment);
  const phone = spacedPhone(payment.attempt.phone);
  return isAccepted(payment)
    ? `An M-Pesa message is on its way to ${phone}. Enter your M-Pesa PIN on that phone.`
    : `An M-Pesa message may be on its way to ${phone}. If it comes, enter your M-Pesa PIN on that phone.`;
}

function Before({ shown }: { shown: Shown }) {
  switch (shown.step) {
    case 'failed':
      return (
        <Notice tone="danger" role="alert" className="p-3!">
          <div>
            <p className="font-bold">{FAILURE.paymentNotCompleted}</p>
            <p>{shown.reason ?? 'M-Pesa says that nothing was paid.'}</p>
          </div>
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="danger" role="alert">
          <p className="font-bold">{shown.refusal.text}</p>
          <p>
            {`${shown.refusal.isOffline ? 'There is no internet. ' : ''}No M-Pesa message was sent, and no money was taken.`}
          </p>
        </Notice>
      );
    case 'ready':
      return shown.before === null ? null : (
        <Notice role="status">
          <p className="font-semibold">Your last payment was not completed.</p>
          <p className="wrap-anywhere">{shown.before}</p>
        </Notice>
      );
    default:
      return null;
  }
}

const DOWN = 'Its message may not come to your phone. Please try again later.';
const DOWN_WITH_MENU =
  'Its message may not come to your phone. The M-Pesa menu may still work: pay from it, as written below, or try again later.';

interface PaymentPanelProps {
  page: PaymentPage;
  head: ReactNode;
  /** The person's own phone, once it is known: the form starts with it, or with that of the last press. */
  ownPhone: string | null | undefined;
  /** Why nothing may be paid for until the API has answered, or null. */
  unread?: string | null;
  /** Why nothing may be paid for now: the form is there all the same, and a press only says so (spec §5). */
  blocked?: string | null;
  /** Nothing is due, so that no second step leads past `blocked`. */
  isNothingDue?: boolean;
  /** Where the redirect goes after success, an address from `pathTo`, and its name. */
  next: { to: string; label: string };
}

/** A payment in each of its steps (spec §2, §4). */
export function PaymentPanel(props: PaymentPanelProps) {
  const { page, head, ownPhone, unread = null, blocked = null, isNothingDue = false, next } = props;
  const { payment, shown, menu } = page;
  const { purpose, push } = payment.attempt;
  const lastPhone = isPressedHere(payment.attempt) ? payment.attempt.phone : '';
  const panel = useRef<HTMLDivElement>(null);
  const [isRefused, setIsRefused] = useState(false);

  // After a change of the step, the button with the focus may be gone, and the new content out of sight.
  const step = unread === null ? shown.step : 'unread';
  useEffect(
    () => () => {
      const element = panel.current;
      // Nothing follows a success, and without an element the whole page has gone.
      if (step === 'paid' || !element) return;
      if (document.activeElement === document.body) element.focus({ preventScroll: true });
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
    },
    [step],
  );

  const pay = (phone: string) => {
    setIsRefused(false);
    void page.pay(phone);
  };
  const formWith = (note: FormNote, why = blocked) => (
    <PaymentForm
      purpose={purpose}
      phone={lastPhone || ownPhone}
      note={note}
      isSending={shown.step === 'sending'}
      blocked={why}
      warning={blocked !== null && isRefused ? VALIDATION.subscriptionBlocked : null}
      onPay={why === null ? pay : () => setIsRefused(true)}
    />
  );
  const blockedForm = blocked !== null && (
    <div className="border-t border-line pt-4 first:border-0 first:pt-0">{formWith('first')}</div>
  );
  function content(): ReactNode {
    if (unread !== null) {
      return (
        <>
          <p role="alert">{unread}</p>
          <Button busy={page.lastCheck === 'asking'} onClick={page.check}>
            Try again
          </Button>
        </>
      );
    }
    switch (shown.step) {
      case 'paid':
        return blockedForm;
      case 'waiting':
        return (
          <>
            <Waiting page={page} shown={shown} />
            {blockedForm}
            {blocked === null && payment.attempt.phone === '' && (
              <SecondStep
                label="No M-Pesa message came: send me one"
                text="Only if nobody has the first message on a phone: it could still be paid, and you would pay twice."
              >
                {formWith('unsure')}
              </SecondStep>
            )}
          </>
        );
      case 'late':
        return (
          <>
            <Late page={page} shown={shown}>
              {formWith(push === 'repeated' ? push : 'again')}
            </Late>
            {!shown.isOffered && blockedForm}
          </>
        );
      case 'menu':
        return (
          <>
            <MenuPaid page={page} isLate={shown.dueAt === null} />
            {blockedForm}
          </>
        );
      case 'review':
        return (
          <>
            <Review page={page} shown={shown} />
            {shown.review === 'held' ? (
              blockedForm
            ) : (
              <SecondStep
                before={blockedForm}
                label="No money left my phone: pay again"
                text="Only if you have no M-Pesa SMS about this payment. If it did go through, you would pay twice."
              >
                {formWith('unsure', isNothingDue ? blocked : null)}
              </SecondStep>
            )}
          </>
        );
      default:
        return (
          <>
            <Before shown={shown} />
            {formWith('first')}
          </>
        );
    }
  }
  const isPaid = shown.step === 'paid';
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Ticket head={head} isTorn={isPaid && shown.isNew}>
        {/* It stays: what comes into a status is read out, a status that comes with its text may not be. */}
        <div role="status" className={isPaid ? '' : 'sr-only'}>
          {isPaid ? <Done page={page} shown={shown} next={next} /> : <p>{announcement(page)}</p>}
        </div>
        {content()}
        {/* Below what somebody reads, which stays in its place. */}
        {unread === null && isDownAt(payment, shown.step) && (
          <Notice tone="warning" role="alert">
            <p className="font-bold">M-Pesa is down at the moment.</p>
            <p>{menu ? DOWN_WITH_MENU : DOWN}</p>
          </Notice>
        )}
        {!isPaid && <Unmatched texts={page.unmatched} />}
      </Ticket>
      {unread === null && <PaymentHelp page={page} />}
    </div>
  );
}
