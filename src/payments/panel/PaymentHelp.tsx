import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { site } from '../../lib/config.ts';
import { useOnline } from '../../lib/store.ts';
import type { PaymentPage } from '../usePayment.ts';
import type { MenuOffer } from '../view.ts';
import { priceOf } from '../words.ts';

const Fold = ({
  title,
  isOpen,
  children,
}: {
  title: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) => (
  <details open={isOpen}>
    <summary className="-mx-4 min-h-11 px-4 py-2.5 font-semibold">{title}</summary>
    <div className="mb-3 space-y-4">{children}</div>
  </details>
);

const NoPrompt = () => (
  <Fold title={<>No M-Pesa message came?</>}>
    <ul className="list-disc space-y-1.5 pl-5 text-muted">
      <li>See that the phone is on and has signal, and that its screen is unlocked.</li>
      <li>Finish or close any other M-Pesa menu that is open on the phone.</li>
      <li>
        An old SIM card may need an update: dial <b className="text-ink">*234#</b> and choose the{' '}
        M-Pesa update, then start the phone again.
      </li>
      <li>
        Dial <b className="text-ink">*334#</b> to see that M-Pesa works on this line and how much
        money is there.
      </li>
    </ul>
  </Fold>
);

const facts = [
  'Check the amount and the name before you enter your PIN. Your phone may use slightly different words.',
  'No money leaves your M-Pesa without your PIN. We never see it and never ask for it.',
  'Changed your mind? Press cancel on the phone and nothing is paid.',
];

/** Before a prompt is sent: what the payer's phone will show, and that nothing is taken without the PIN. */
const PhonePrompt = ({ purpose }: { purpose: PaymentPurpose }) => (
  <Fold title="What your phone will show">
    <figure className="space-y-2">
      <div className="pointer-events-none mx-auto max-w-72 rounded-[2rem] border-4 border-line bg-sunken px-3 pt-5 pb-6 text-muted select-none">
        <div aria-hidden="true" className="mx-auto mb-6 h-1.5 w-14 rounded-full bg-line" />
        <div
          translate="no"
          className="space-y-3 rounded-xl border border-dashed border-line p-4 text-sm"
        >
          <p className="font-bold">M-PESA</p>
          <p className="wrap-anywhere">
            {`Do you want to pay ${priceOf(purpose)} to ${site.name}? Enter M-PESA PIN:`}
          </p>
          <div aria-hidden="true" className="h-8 border-b-2 border-line text-lg tracking-[0.4em]">
            ••••
          </div>
          <div aria-hidden="true" className="flex justify-end gap-6">
            <span>CANCEL</span>
            <span>SEND</span>
          </div>
        </div>
      </div>
      <figcaption className="text-center text-sm text-muted">
        Only a picture. You answer on your phone.
      </figcaption>
    </figure>
    <ul className="space-y-2.5 text-sm">
      {facts.map((text) => (
        <li key={text} className="flex gap-2.5">
          <Icon name="shield" className="mt-0.5 size-5 text-muted" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </Fold>
);

interface TypedNumberProps {
  /** "the account number" */
  name: string;
  label: string;
  value: string;
  /** Whether the phone copied it, or did not let us; null where another button was pressed last, or none. */
  isCopied: boolean | null;
  onCopy: (isCopied: boolean) => void;
}

/** One number of the three, large, with a button that copies it; where that is refused, selects it. */
function TypedNumber({ name, label, value, isCopied, onCopy }: TypedNumberProps) {
  const isSelected = isCopied === false;
  const number = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    try {
      // An old browser has none, and neither has a page that came over HTTP.
      await navigator.clipboard.writeText(value);
      onCopy(true);
    } catch {
      if (number.current) window.getSelection()?.selectAllChildren(number.current);
      onCopy(false);
    }
  };
  const selected = `This phone does not let us copy. We have selected ${name}: hold it and choose Copy.`;
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="text-sm text-muted">{label}</p>
          <p className="text-2xl font-extrabold tracking-wide wrap-anywhere tabular-nums">
            <span ref={number} translate="no">
              {value}
            </span>
          </p>
        </div>
        <Button look="quiet" className="min-w-26" onClick={() => void copy()}>
          <span>{isCopied ? 'Copied' : isSelected ? 'Selected' : 'Copy'}</span>{' '}
          <span className="sr-only">{name}</span>
        </Button>
      </div>
      <p role="status" className={isSelected ? 'text-sm text-muted' : 'sr-only'}>
        {isCopied ? `${label} copied.` : isSelected ? selected : ''}
      </p>
    </li>
  );
}

const numbers = [
  { field: 'business_number', name: 'the business number', label: 'Business number' },
  { field: 'account', name: 'the account number', label: 'Account number' },
  { field: 'amount', name: 'the amount', label: 'Amount in shillings' },
] as const;

interface PayBillProps {
  offer: MenuOffer;
  isUsed: boolean;
  onPaid: () => void;
}

/**
 * How to pay without a prompt, step by step. It is open when the prompt has failed or is slow, and
 * without a connection, which the menu of the phone does not need.
 */
function PayBill({ offer, isUsed, onPaid }: PayBillProps) {
  const { payBill, isOpen, isBesidePrompt } = offer;
  const isOnline = useOnline();
  const [last, setLast] = useState<{ field: string; isCopied: boolean } | null>(null);
  return (
    <Fold title={<>Or pay from the M-Pesa menu</>} isOpen={isOpen || isUsed || !isOnline}>
      {isBesidePrompt && (
        <p>
          <b>Use only one of the two.</b> If you have entered your PIN, do not pay here as well. If
          you pay here, cancel the message.
        </p>
      )}
      <ol className="list-decimal space-y-4 pl-5">
        <li>
          Open M-Pesa on your phone. Choose <b>Lipa na M-Pesa</b>, then <b>Pay Bill</b>.
        </li>
        {numbers.map(({ field, ...words }) => (
          <TypedNumber
            key={field}
            {...words}
            value={String(payBill[field])}
            isCopied={last?.field === field ? last.isCopied : null}
            onCopy={(isCopied) => setLast({ field, isCopied })}
          />
        ))}
        <li>Enter your PIN on the phone, never here.</li>
      </ol>
      <div className="space-y-2">
        <Button icon="check" className="w-full" onClick={onPaid}>
          I have paid
        </Button>
        <p className="text-sm text-muted">After the M-Pesa SMS has come.</p>
      </div>
    </Fold>
  );
}

/** All help below a payment, folded: about its prompt, and the other way to pay. */
export function PaymentHelp({ page }: { page: PaymentPage }) {
  const { payment, shown, menu } = page;
  // Also after "I have not paid yet".
  const [isMenuUsed, setIsMenuUsed] = useState(false);
  const payFromMenu = () => {
    setIsMenuUsed(true);
    page.sayMenu(true);
  };
  const isOut = shown.step === 'waiting' || shown.step === 'late';
  const isBefore = ['ready', 'sending', 'failed', 'refused'].includes(shown.step);
  if (!isOut && !isBefore && !menu) return null;
  return (
    <Card className="mt-4 divide-y divide-line py-1! sm:py-1!">
      {isOut && <NoPrompt />}
      {isBefore && <PhonePrompt purpose={payment.attempt.purpose} />}
      {menu && <PayBill offer={menu} isUsed={isMenuUsed} onPaid={payFromMenu} />}
    </Card>
  );
}
