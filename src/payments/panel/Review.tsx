import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import type { PaymentPage } from '../usePayment.ts';
import type { View } from '../view.ts';
import { clockTime, reviewTitles } from '../words.ts';

/** After "I have paid": money is on its way from the M-Pesa menu, and nothing else may be paid. */
export function MenuPaid({ page, isLate }: { page: PaymentPage; isLate: boolean }) {
  return (
    <>
      <div className="space-y-1">
        <h2 className="text-xl font-bold">We are waiting for your payment</h2>
        <p>
          <b>Do not pay again.</b> M-Pesa tells us when the money has come, mostly within seconds.
          If an M-Pesa message comes to your phone, cancel it.
        </p>
      </div>
      <CheckAgain page={page} noNews="M-Pesa has not told us yet." />
      {isLate && (
        <div className="space-y-3">
          <p>
            Has money left your phone? Tell us the receipt number from the M-Pesa SMS, and we find
            it.
          </p>
          <SupportLinks />
        </div>
      )}
      <hr className="border-line" />
      <Button look="quiet" icon="back" onClick={() => page.sayMenu(false)}>
        I have not paid yet
      </Button>
    </>
  );
}

const NOT_ASKED = 'We could not check. See that you have internet, then try again.';

interface CheckAgainProps {
  page: PaymentPage;
  noNews: string;
  /** Something else on the screen comes first. */
  isQuiet?: boolean;
}

/** A button that asks for the status of the payment, and its result; sends no prompt. */
export function CheckAgain({ page, noNews, isQuiet = false }: CheckAgainProps) {
  const { lastCheck, check } = page;
  const isChecking = lastCheck === 'asking';
  const outcome =
    lastCheck && lastCheck !== 'asking'
      ? `${lastCheck.isAnswered ? noNews : NOT_ASKED} Checked at ${clockTime(lastCheck.at)}.`
      : 'It costs nothing, and sends no new message to the phone.';
  return (
    <div className="space-y-2">
      <Button
        look={isQuiet ? 'quiet' : 'primary'}
        icon="clock"
        className="w-full"
        busy={isChecking}
        onClick={check}
      >
        Check again
      </Button>
      <p role="status" className="min-h-6 text-sm text-muted">
        {isChecking ? '' : outcome}
      </p>
    </div>
  );
}

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
  page: PaymentPage;
  shown: Extract<View, { step: 'review' }>;
}

/** A payment in review or unclear: paying again might cost the money twice. */
export function Review({ page, shown }: ReviewProps) {
  const { reason, advice, noNews } = words[shown.review];
  return (
    <>
      <Notice tone="warning" role="alert">
        <h2 className="text-lg font-bold">{reviewTitles[shown.review]}</h2>
        <p>{shown.reason ?? reason}</p>
      </Notice>
      <p>{advice}</p>
      <SupportLinks />
      <hr className="border-line" />
      <CheckAgain page={page} noNews={noNews} isQuiet />
    </>
  );
}
