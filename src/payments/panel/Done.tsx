import { useState } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { formatDate } from '../../contract/dates.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { PaymentPage } from '../usePayment.ts';
import { CANCEL_OTHERS, clockTime, priceOf, purposes } from '../words.ts';
import type { View } from '../view.ts';

/** What came from the M-Pesa menu and pays for nothing, by `unmatchedTexts`. */
export function Unmatched({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <Notice tone="warning" role="alert">
      {texts.map((text) => (
        <p key={text} className="font-semibold">
          {text}
        </p>
      ))}
      <SupportLinks />
    </Notice>
  );
}

/** "26 Nov 2026, 15:14" in the town's time, of a time in ms. */
const dayAndTime = (at: number) => `${formatDate(new Date(at).toISOString())}, ${clockTime(at)}`;

interface DoneProps {
  page: PaymentPage;
  shown: Extract<View, { step: 'paid' }>;
  /** Where the redirect goes, an address from `pathTo`, and its name. */
  next: { to: string; label: string };
}

/** Paid (spec §4). The redirect follows; the link is for those who do not wait. */
export function Done({ page, shown, next }: DoneProps) {
  const { payment, unmatched } = page;
  const { purpose } = payment.attempt;
  const { isNew, isOtherOpen, held, through, receipt } = shown;
  const [at] = useState(() => Date.now());
  const isMore = held !== null || unmatched.length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2.5 text-center sm:py-5">
      <span className="grid size-14 place-items-center rounded-full bg-success-soft text-success">
        <Icon name="check" className="size-8" />
      </span>
      <div className="space-y-1">
        <h2 className="text-2xl narrow:text-lg font-extrabold">{STATE.paymentSuccessful}</h2>
        <p className="mx-auto max-w-prose">
          {isNew
            ? `We have received ${priceOf(purpose)}${through === 'pay_bill' ? ' from the M-Pesa menu' : ''}. ${purposes[purpose].gained}`
            : `${purposes[purpose].paidBefore}${isMore ? '' : ' No money was taken now.'}`}
        </p>
      </div>
      {isNew && (
        <div className="text-sm text-muted tabular-nums">
          <p>{dayAndTime(at)}</p>
          {receipt !== null && (
            <p translate="no" className="font-bold wrap-anywhere text-ink">{`M-Pesa ${receipt}`}</p>
          )}
        </div>
      )}
      {isOtherOpen && <p className="mx-auto max-w-prose font-semibold">{CANCEL_OTHERS}</p>}
      {held !== null && (
        <div className="w-full max-w-prose space-y-3 text-left">
          <Notice tone="warning">
            <p className="font-semibold">{held}</p>
          </Notice>
          <SupportLinks />
        </div>
      )}
      {unmatched.length > 0 && (
        <div className="w-full max-w-prose text-left">
          <Unmatched texts={unmatched} />
        </div>
      )}
      <ButtonLink icon="next" to={next.to} className="w-full sm:w-auto">
        {`Go to ${next.label}`}
      </ButtonLink>
      {unmatched.length === 0 && <p className="text-sm text-muted">Taking you there…</p>}
    </div>
  );
}
