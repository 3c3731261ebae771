import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import type { Payable } from '../attempt.ts';
import type { PaymentNotice } from '../notices.ts';
import type { Payment } from '../payment.ts';
import { useNotices } from '../useNotices.ts';
import { payPath, priceOf } from '../words.ts';

interface BodyProps {
  payment: Payment;
  notice: PaymentNotice;
  children: ReactNode;
}

/**
 * A line that opens, where there is much to say and little to do. Whatever the length of its name, the
 * sum and the day beside it stay in sight.
 */
function Folding({ notice, children }: BodyProps) {
  return (
    <details className="-my-2.5">
      <summary className="-mx-2 rounded-xl px-2 py-2.5">
        <span className="text-sm">{notice.title}</span>{' '}
        <span className="flex gap-2 font-semibold">
          <span
            dir="auto"
            className="truncate first-letter:uppercase [[open]>summary>span>&]:whitespace-normal"
          >
            {notice.name}
          </span>{' '}
          <span className="shrink-0">{notice.facts}</span>
        </span>
      </summary>
      <div className="space-y-3 pt-1 pb-2.5">{children}</div>
    </details>
  );
}

function Whole({ payment, notice, children }: BodyProps) {
  const { title, name } = notice;
  return (
    <>
      <p className="font-semibold" dir="auto">
        {`${title}: ${priceOf(payment.attempt.purpose)} for ${name}.`}
      </p>
      {children}
    </>
  );
}

/**
 * Shows the results of payments on the dashboards and the manage screens after the pay page was left,
 * and links to a payment that is open or in review. Shows nothing when there is none, nor what the card
 * of something that is not paid for says: `isTold` is true of what has such a card on the screen.
 */
export function PaymentNotices({ isTold }: { isTold: (payable: Payable) => boolean }) {
  const shown = useNotices().filter(
    ({ isOnCard, payment }) => !isOnCard || !isTold(payment.attempt),
  );
  return (
    <div className="space-y-3 empty:hidden">
      {shown.map((notice) => {
        const { key, payment, tone, texts } = notice;
        const Body = notice.what === 'review' ? Folding : Whole;
        return (
          <Notice key={key} tone={tone} role="status">
            <Body payment={payment} notice={notice}>
              {texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {notice.hasSupport && <SupportLinks />}
              <div className="flex flex-wrap gap-3 empty:hidden">
                {notice.hasPage && (
                  <ButtonLink look="quiet" icon="next" to={payPath(payment.attempt)}>
                    See the payment
                  </ButtonLink>
                )}
                {notice.what && (
                  <Button look="quiet" onClick={notice.dismiss}>
                    Got it
                  </Button>
                )}
              </div>
            </Body>
          </Notice>
        );
      })}
    </div>
  );
}
