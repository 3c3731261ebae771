import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Card } from '../../components/Card.tsx';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { StateBox } from '../../components/StateBox.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { isAccepted } from '../payment.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { outText } from '../words.ts';
import type { PaymentPage, Shown } from '../usePayment.ts';
import { Done, Unmatched } from './Done.tsx';
import { Late } from './Late.tsx';
import { PayBill } from './PayBill.tsx';
import { PaymentForm, SecondStep, type FormNote } from './PaymentForm.tsx';
import { MenuPaid, Review } from './Review.tsx';
import { Waiting } from './Waiting.tsx';
import { mPesa, unbroken } from '../../lib/unbroken.tsx';

/** The announcement for screen readers at each step, not each second. */
function announcement({ shown, isConfirming, menu }: PaymentPage): string {
  if (shown.step === 'sending') return 'Sending the M-Pesa message.';
  if (shown.step !== 'waiting') return '';
  if (isConfirming) return 'Checking with M-Pesa.';
  if (menu?.isOpen) return 'Does no M-Pesa message come? You can also pay from the M-Pesa menu.';
  const { payment } = shown;
  if (payment.attempt.push === 'found') return outText(payment);
  const phone = spacedPhone(payment.attempt.phone);
  return isAccepted(payment)
    ? `An M-Pesa message is on its way to ${phone}. Enter your M-Pesa PIN on that phone.`
    : `An M-Pesa message may be on its way to ${phone}. If it comes, enter your M-Pesa PIN on that phone.`;
}

/** The result of the last press or payment, above the form. */
function Before({ shown }: { shown: Shown }) {
  switch (shown.step) {
    case 'failed':
      return (
        <Notice tone="danger" role="alert">
          <p className="font-bold">{FAILURE.paymentNotCompleted}</p>
          <p>{unbroken(shown.reason ?? 'M-Pesa says that nothing was paid.')}</p>
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="danger" role="alert">
          <p className="font-bold">{unbroken(shown.refusal.text)}</p>
          <p>
            {unbroken(
              `${shown.refusal.isOffline ? 'There is no internet. ' : ''}No M-Pesa message was sent, and no money was taken.`,
            )}
          </p>
        </Notice>
      );
    case 'ready':
      return shown.before === null ? null : (
        <Notice role="status">
          <p className="font-semibold">Your last payment was not completed.</p>
          <p className="wrap-anywhere">{unbroken(shown.before)}</p>
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
  const { purpose, payment, unread = null, blocked = null, phone, onPay, next } = props;
  const { shown, isConfirming, isDown, menu } = payment;
  const panel = useRef<HTMLDivElement>(null);
  const menuPlace = useRef<HTMLDivElement>(null);
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
  const blockedForm = blocked && <Card>{formWith('first')}</Card>;
  // Below a long card nobody sees that it opens.
  const isMenuFar = menu?.isOpen === true && (shown.step === 'waiting' || shown.step === 'late');
  let content: ReactNode = null;
  switch (shown.step) {
    case 'paid':
      content = blockedForm;
      break;
    case 'waiting':
      content = (
        <div className="space-y-4">
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
        </div>
      );
      break;
    case 'late':
      content = (
        <div className="space-y-4">
          <Late shown={shown} payment={payment}>
            {formWith(shown.payment.attempt.push === 'repeated' ? 'repeated' : 'again')}
          </Late>
          {!shown.isOffered && blockedForm}
        </div>
      );
      break;
    case 'menu':
      content = (
        <div className="space-y-4">
          <MenuPaid payment={payment} isLate={shown.dueAt === null} />
          {blockedForm}
        </div>
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
        <Card className="space-y-4">
          <Before shown={shown} />
          {formWith('first')}
        </Card>
      );
  }
  if (unread !== null) {
    content = (
      <StateBox text={unread}>
        <Button busy={payment.lastCheck === 'asking'} onClick={payment.check}>
          Try again
        </Button>
      </StateBox>
    );
  }
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {/* It stays: what comes into a status is read out, a status that comes with its text may not be. */}
      <div role="status">
        {shown.step === 'paid' ? (
          <Done purpose={purpose} shown={shown} unmatched={payment.unmatched} next={next} />
        ) : (
          <p className="sr-only">{unbroken(announcement(payment))}</p>
        )}
      </div>
      {shown.step !== 'paid' && payment.unmatched.length > 0 && (
        <div className="mb-4">
          <Unmatched texts={payment.unmatched} />
        </div>
      )}
      {isDown && unread === null && (
        <Notice tone="warning" role="alert" className="mb-4">
          <p className="font-bold">{mPesa} is down at the moment.</p>
          <p>{unbroken(menu ? DOWN_WITH_MENU : DOWN)}</p>
        </Notice>
      )}
      {isMenuFar && (
        <Notice className="mb-4">
          <p>
            Does no {mPesa} message come? You can also pay from the {mPesa} menu.
          </p>
          <Button look="quiet" onClick={() => menuPlace.current?.focus()}>
            Show me how
          </Button>
        </Notice>
      )}
      {content}
      {menu && unread === null && (
        <div ref={menuPlace} tabIndex={-1} className="mt-4 outline-none">
          <PayBill
            offer={menu}
            isUsed={isMenuUsed}
            onPaid={() => {
              setIsMenuUsed(true);
              payment.sayMenu(true);
            }}
          />
        </div>
      )}
    </div>
  );
}
