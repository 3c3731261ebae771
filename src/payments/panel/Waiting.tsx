import { Button } from '../../components/Button.tsx';
import { spacedPhone } from '../../lib/contact.ts';
import { useOnline } from '../../lib/offline/useOnline.ts';
import { isAccepted, messageOf } from '../payment.ts';
import type { View } from '../view.ts';
import { clockText, outText, purposes } from '../words.ts';

function TimeLeft({ leftMs, wholeMs }: { leftMs: number; wholeMs: number }) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted">Time left for your PIN</span>
        <span className="text-3xl font-bold tabular-nums">{clockText(leftMs)}</span>
      </div>
      <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${Math.min(1, leftMs / wholeMs)})` }}
        />
      </div>
    </div>
  );
}

interface WaitingProps {
  shown: Extract<View, { step: 'waiting' }>;
  isConfirming: boolean;
  /** Asks for the status at once. */
  onCheck: () => void;
}

/** What is happening now, and the one sentence that matters at it. */
function stepOf({ shown: { payment, problem }, isConfirming }: WaitingProps, isOnline: boolean) {
  const { phone, push } = payment.attempt;
  const on = phone === '' ? 'the phone that was asked' : spacedPhone(phone);
  if (problem !== null) {
    const text =
      'We lost the connection, so the M-Pesa message may still come. If it does, you can pay with it. We keep checking.';
    return { label: problem, text };
  }
  if (!isOnline) {
    const text = 'We check again as soon as you have internet.';
    return { label: 'Your payment is not lost.', text };
  }
  if (isConfirming) {
    const text = 'M-Pesa tells us when the money has come, mostly within seconds.';
    return { label: 'Checking the payment', text };
  }
  if (push === 'found') {
    return { label: outText(payment), text: 'No second one was sent.' };
  }
  if (!isAccepted(payment)) {
    const text = `M-Pesa has not told us yet if it was sent to ${on}. If it comes, enter your PIN there.`;
    return { label: 'M-Pesa message may be on its way', text };
  }
  const text = `Unlock ${on} and enter your M-Pesa PIN there, never here.`;
  return { label: 'Waiting for your PIN', text };
}

/** The progress of an open payment: what is happening, the time left, what to do (spec §4). */
export function Waiting(props: WaitingProps) {
  const { payment, leftMs, problem } = props.shown;
  const { everyMs, maxChecks } = purposes[payment.attempt.purpose].polling;
  const { label, text } = stepOf(props, useOnline());
  const message = messageOf(payment);
  const { reference } = payment.attempt;
  return (
    <>
      <h2 className="text-xl font-bold">Now look at your phone</h2>
      <div role={problem === null ? undefined : 'alert'}>
        <p className="font-semibold">{label}</p>
        <p>{text}</p>
      </div>
      <TimeLeft leftMs={leftMs} wholeMs={everyMs * maxChecks} />
      <Button icon="check" className="w-full text-lg" onClick={props.onCheck}>
        I have entered my PIN
      </Button>
      <p className="text-sm text-muted">
        {message && <span className="wrap-anywhere">{`${message} `}</span>}
        {reference !== null && (
          <span>
            It names the account <span translate="no">{reference}</span>.{' '}
          </span>
        )}
        <span>You may leave this page: we remember this payment on this phone.</span>
      </p>
    </>
  );
}
