import type { PaymentPage } from '../usePayment.ts';
import { Button } from '../../components/Button.tsx';
import { unbroken } from '../../lib/unbroken.tsx';

const timeOf = (at: number) =>
  new Intl.DateTimeFormat('en-KE', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Africa/Nairobi',
  }).format(at);

const NOT_ASKED = 'We could not check. See that you have internet, then try again.';

interface CheckAgainProps {
  payment: PaymentPage;
  /** The text for an answer that changes nothing. */
  noNews: string;
  /** Something else on the screen comes first. */
  isQuiet?: boolean;
}

/** A button that asks for the status of the payment, and its result; sends no prompt. */
export function CheckAgain({ payment, noNews, isQuiet = false }: CheckAgainProps) {
  const { lastCheck, check } = payment;
  const isChecking = lastCheck === 'asking';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look={isQuiet ? 'quiet' : 'primary'} icon="clock" busy={isChecking} onClick={check}>
          Check again
        </Button>
        <p role="status" className="min-h-6 min-w-0 flex-1 basis-48 text-sm text-muted">
          {lastCheck &&
            !isChecking &&
            unbroken(
              `${lastCheck.isAnswered ? noNews : NOT_ASKED} Checked at ${timeOf(lastCheck.at)}.`,
            )}
        </p>
      </div>
      <p className="text-sm text-muted">
        Checking costs nothing, and sends no new message to the phone.
      </p>
    </>
  );
}
