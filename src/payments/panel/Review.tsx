import type { ReactNode } from 'react';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import type { PaymentPage } from '../usePayment.ts';
import type { View } from '../view.ts';
import { reviewTitles } from '../words.ts';
import { CheckAgain } from './CheckAgain.tsx';
import { SecondStep } from './SecondStep.tsx';
import { unbroken } from '../../lib/unbroken.tsx';

const words = {
  held: {
    reason: 'Money has come, but it does not match the price yet.',
    advice:
      'Please do not pay again. Tell us the receipt number from the M-Pesa SMS, and we put it right.',
    noNews: 'We are still looking into it.',
  },
  unclear: {
    reason: 'M-Pesa has not told us if this payment went through.',
    advice:
      'Look for an M-Pesa SMS first. If money has left your phone, do not pay again: tell us the receipt number from the SMS.',
    noNews: 'M-Pesa has not told us yet.',
  },
} as const;

interface ReviewProps {
  shown: Extract<View, { step: 'review' }>;
  payment: PaymentPage;
  /** The form that only says why nothing may be paid now, or null. */
  blockedForm: ReactNode;
  /** The form; offered only where no money is known to have come, and behind a second step. */
  children: ReactNode;
}

/** A payment in review or unclear: paying again might cost the money twice. */
export function Review({ shown, payment, blockedForm, children }: ReviewProps) {
  const { reason, advice, noNews } = words[shown.review];
  return (
    <div className="space-y-4">
      <Card className="space-y-4">
        <Notice tone="warning" role="alert">
          <h2 className="text-lg font-bold">{reviewTitles[shown.review]}</h2>
          <p>{unbroken(shown.reason ?? reason)}</p>
        </Notice>
        <p>{unbroken(advice)}</p>
        <SupportLinks />
        <hr className="border-line" />
        <CheckAgain payment={payment} noNews={noNews} isQuiet />
      </Card>
      {shown.review === 'held' ? (
        blockedForm
      ) : (
        <SecondStep
          before={blockedForm}
          label="No money left my phone: pay again"
          text="Only if you have no M-Pesa SMS about this payment. If it did go through, you would pay twice."
        >
          {children}
        </SecondStep>
      )}
    </div>
  );
}
