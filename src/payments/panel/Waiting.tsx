import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useOnline } from '../../lib/offline/useOnline.ts';
import { priceOf, purposes, clockText, outText } from '../words.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { isAccepted, messageOf, type Payment } from '../payment.ts';
import type { View } from '../view.ts';
import { mPesa, unbroken } from '../../lib/unbroken.tsx';

/** What to try when no prompt comes to the phone. */
export function PromptHelp({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <details open={isOpen} className="rounded-xl border border-line px-4">
      <summary className="-mx-4 min-h-11 rounded-xl px-4 py-2.5 font-semibold">
        No {mPesa} message came?
      </summary>
      <ul className="mb-4 list-disc space-y-1.5 pl-5 text-muted">
        <li>See that the phone is on and has signal, and that its screen is unlocked.</li>
        <li>Finish or close any other {mPesa} menu that is open on the phone.</li>
        <li>
          An old SIM card may need an update: dial <b className="text-ink">*234#</b> and choose the{' '}
          {mPesa} update, then start the phone again.
        </li>
        <li>
          Dial <b className="text-ink">*334#</b> to see that {mPesa} works on this line and how much
          money is there.
        </li>
      </ul>
    </details>
  );
}

function stepsOf(payment: Payment) {
  const { phone } = payment.attempt;
  const to = phone === '' ? 'To the phone that was asked.' : `To ${spacedPhone(phone)}.`;
  const isSent = isAccepted(payment);
  const doubt = isSent ? '' : 'M-Pesa has not told us yet if it was sent.';
  return [
    {
      label: isSent ? 'M-Pesa message on its way' : 'M-Pesa message may be on its way',
      text: `${to} ${messageOf(payment) ?? doubt}`.trim(),
    },
    {
      label: 'Waiting for your PIN',
      text: 'Unlock that phone and enter your M-Pesa PIN there, never here.',
    },
    {
      label: 'Checking the payment',
      text: 'M-Pesa tells us when the money has come, mostly within seconds.',
    },
  ];
}

function StepMark({ index, current, isSent }: { index: number; current: number; isSent: boolean }) {
  if (index < current) {
    const look = isSent ? 'bg-success text-surface' : 'bg-warning-soft text-warning';
    return (
      <span className={`grid size-9 place-items-center rounded-full ${look}`}>
        <Icon name={isSent ? 'check' : 'clock'} />
      </span>
    );
  }
  const isCurrent = index === current;
  return (
    <span
      className={`relative grid size-9 place-items-center rounded-full border-2 font-bold ${isCurrent ? 'border-brand text-brand' : 'border-line text-muted'}`}
    >
      {isCurrent && (
        <span className="absolute -inset-0.5 animate-spin rounded-full border-2 border-transparent border-t-accent" />
      )}
      <span>{index + 1}</span>
    </span>
  );
}

function TimeLeft({ leftMs, wholeMs }: { leftMs: number; wholeMs: number }) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted">Time left for your PIN</span>
        <span className="text-lg font-bold tabular-nums">{clockText(leftMs)}</span>
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

/** The progress of an open payment: its step, the time left, what to do (spec §4). */
export function Waiting({ shown, isConfirming, onCheck }: WaitingProps) {
  const { payment, leftMs, problem } = shown;
  const { purpose, push } = payment.attempt;
  const { everyMs, maxChecks } = purposes[purpose].polling;
  const isOnline = useOnline();
  const current = isConfirming ? 2 : 1;
  const isSent = isAccepted(payment);
  return (
    <Card className="space-y-5">
      <div>
        <h2 className="text-xl font-bold">Now look at your phone</h2>
        <p className="mt-1 text-muted">
          {unbroken(
            `An M-Pesa message asks for your PIN to pay ${priceOf(purpose)}. Nothing is paid until you enter it.`,
          )}
        </p>
      </div>
      {push === 'found' && (
        <Notice>
          <p className="font-semibold">{unbroken(outText(payment))}</p>
          <p>No second one was sent.</p>
        </Notice>
      )}
      {problem !== null && (
        <Notice tone="warning" role="alert">
          <p className="font-semibold">{problem}</p>
          <p>
            We lost the connection, so the {mPesa} message may still come. If it does, you can pay
            with it. We keep checking.
          </p>
        </Notice>
      )}
      {!isOnline && (
        <Notice tone="warning" role="status">
          <p>
            You are offline. Your payment is not lost: we check again as soon as you have internet.
          </p>
        </Notice>
      )}
      <ol aria-label="Progress" className="space-y-1">
        {stepsOf(payment).map(({ label, text }, index) => (
          <li
            key={label}
            aria-current={index === current ? 'step' : undefined}
            className={`flex gap-3 rounded-2xl p-2.5 ${index === current ? 'bg-brand-soft' : ''}`}
          >
            <span aria-hidden="true" className="shrink-0">
              <StepMark index={index} current={current} isSent={isSent} />
            </span>
            <div className="min-w-0">
              <p className={`font-semibold ${index > current ? 'text-muted' : ''}`}>
                <span>{unbroken(label)}</span>
                {index < current && isSent && <span className="sr-only">, done</span>}
              </p>
              <p className="text-sm text-muted">{unbroken(text)}</p>
            </div>
          </li>
        ))}
      </ol>
      <TimeLeft leftMs={leftMs} wholeMs={everyMs * maxChecks} />
      <Button look="quiet" icon="check" className="w-full sm:w-auto" onClick={onCheck}>
        I have entered my PIN
      </Button>
      <PromptHelp />
      <p className="text-sm text-muted">
        You may leave this page or open another app. We remember this payment on this phone, and go
        on when you come back.
      </p>
    </Card>
  );
}
