import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { KitengeStrip } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { isAccepted } from '../payment.ts';
import type { PaymentPage, Shown } from '../usePayment.ts';
import { outText } from '../words.ts';
import { Done, Unmatched } from './Done.tsx';
import { PaymentHelp } from './PaymentHelp.tsx';
import { PaymentForm, SecondStep, type FormNote } from './PaymentForm.tsx';
import { MenuPaid, Review } from './Review.tsx';
import { Late, Waiting } from './Waiting.tsx';

interface TicketProps {
  head: ReactNode;
  /** Paid: the lower part comes off along its dashes. */
  isTorn: boolean;
  children: ReactNode;
}

/** A payment as one card: what it is for, and below the dashes what happens with it. */
export const Ticket = ({ head, isTorn, children }: TicketProps) => (
  <div className="raised rounded-2xl border border-line bg-surface">
    <KitengeStrip className="h-3 rounded-t-2xl" />
    <div className="p-4 sm:p-5">{head}</div>
    <div
      className={`space-y-4 rounded-b-2xl border-t-2 border-dashed border-line bg-surface p-4 sm:p-5 ${isTorn ? 'torn' : ''}`}
    >
      {children}
    </div>
  </div>
);

/** The announcement for screen readers at each step, not each second. */
function announcement({ shown, isConfirming }: PaymentPage): string {
  if (shown.step === 'sending') return 'Sending the M-Pesa message.';
  if (shown.step !== 'waiting') return '';
  if (isConfirming) return 'Checking with M-Pesa.';
  const { payment } = shown;
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
        <Notice tone="danger" role="alert">
          <p className="font-bold">{FAILURE.paymentNotCompleted}</p>
          <p>{shown.reason ?? 'M-Pesa says that nothing was paid.'}</p>
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

/** What is said above a form that sends nothing, and after a press of it. */
export interface Blocked {
  why: string;
  warning: string | null;
  onPress: () => void;
}

interface PaymentPanelProps {
  purpose: PaymentPurpose;
  payment: PaymentPage;
  head: ReactNode;
  /** The phone the form starts with, once one is known. */
  phone: string | null;
  /** Why nothing may be paid for until the API has answered, or null. */
  unread?: string | null;
  /** Why nothing may be paid for now: the form is there all the same, and a press only says so (spec §5). */
  blocked?: Blocked | null;
  onPay: (phone: string) => void;
  /** Where the redirect goes after success, an address from `pathTo`, and its name. */
  next: { to: string; label: string };
}

/** A payment in each of its steps (spec §2, §4). */
export function PaymentPanel(props: PaymentPanelProps) {
  const { purpose, payment, unread = null, blocked = null, head, phone, onPay, next } = props;
  const { shown, isConfirming, isDown, menu } = payment;
  const panel = useRef<HTMLDivElement>(null);
  const [isMenuUsed, setIsMenuUsed] = useState(false);

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

  const isSending = shown.step === 'sending';
  const formWith = (note: FormNote, block: Blocked | null = blocked) => (
    <PaymentForm
      {...{ purpose, phone, isSending, note }}
      blocked={block?.why ?? null}
      warning={blocked?.warning ?? null}
      onPay={block?.onPress ?? onPay}
    />
  );
  const blockedForm = blocked && (
    <div className="border-t border-line pt-4 first:border-0 first:pt-0">{formWith('first')}</div>
  );
  let content: ReactNode = null;
  switch (shown.step) {
    case 'paid':
      content = blockedForm;
      break;
    case 'waiting':
      content = (
        <>
          <Waiting shown={shown} isConfirming={isConfirming} onCheck={payment.check} />
          {blockedForm}
          {blocked === null && shown.payment.attempt.phone === '' && (
            <SecondStep
              label="No M-Pesa message came: send me one"
              text="Only if nobody has the first message on a phone: it could still be paid, and you would pay twice."
            >
              {formWith('unsure')}
            </SecondStep>
          )}
        </>
      );
      break;
    case 'late':
      content = (
        <>
          <Late shown={shown} payment={payment}>
            {formWith(shown.payment.attempt.push === 'repeated' ? 'repeated' : 'again')}
          </Late>
          {!shown.isOffered && blockedForm}
        </>
      );
      break;
    case 'menu':
      content = (
        <>
          <MenuPaid payment={payment} isLate={shown.dueAt === null} />
          {blockedForm}
        </>
      );
      break;
    case 'review':
      content = (
        <Review shown={shown} payment={payment} blockedForm={blockedForm}>
          {formWith('unsure', null)}
        </Review>
      );
      break;
    default:
      content = (
        <>
          <Before shown={shown} />
          {formWith('first')}
        </>
      );
  }
  if (unread !== null) {
    content = (
      <>
        <p role="alert">{unread}</p>
        <Button busy={payment.lastCheck === 'asking'} onClick={payment.check}>
          Try again
        </Button>
      </>
    );
  }
  const isPaid = shown.step === 'paid';
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Ticket head={head} isTorn={isPaid && shown.isNew}>
        {/* It stays: what comes into a status is read out, a status that comes with its text may not be. */}
        <div role="status" className={isPaid ? '' : 'sr-only'}>
          {isPaid ? (
            <Done purpose={purpose} shown={shown} unmatched={payment.unmatched} next={next} />
          ) : (
            <p>{announcement(payment)}</p>
          )}
        </div>
        {content}
        {/* Below what somebody reads, which stays in its place. */}
        {isDown && unread === null && (
          <Notice tone="warning" role="alert">
            <p className="font-bold">M-Pesa is down at the moment.</p>
            <p>{menu ? DOWN_WITH_MENU : DOWN}</p>
          </Notice>
        )}
        {!isPaid && <Unmatched texts={payment.unmatched} />}
      </Ticket>
      {unread === null && (
        <PaymentHelp
          purpose={purpose}
          payment={payment}
          isMenuUsed={isMenuUsed}
          onMenuPaid={() => {
            setIsMenuUsed(true);
            payment.sayMenu(true);
          }}
        />
      )}
    </div>
  );
}
