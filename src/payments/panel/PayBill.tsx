import { useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useOnline } from '../../lib/offline/useOnline.ts';
import { Fold } from './Fold.tsx';
import type { MenuOffer } from '../view.ts';

interface TypedNumberProps {
  /** Within a sentence: "the account number". */
  name: string;
  label: string;
  /** What is typed in the menu, sign by sign. */
  value: string;
  /** The last press of a copy button was this one's: the phone copied it, or did not let us. */
  isCopied: boolean;
  isSelected: boolean;
  onCopy: (isCopied: boolean) => void;
}

/** One number of the three, large, with a button that copies it; where that is refused, selects it. */
function TypedNumber({ name, label, value, isCopied, isSelected, onCopy }: TypedNumberProps) {
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
  /** It was used before, and stays open. */
  isUsed: boolean;
  /** The person has paid from the menu. */
  onPaid: () => void;
}

/**
 * How to pay without a prompt, step by step. It is open when the prompt has failed or is slow, and
 * without a connection, which the menu of the phone does not need.
 */
export function PayBill({ offer, isUsed, onPaid }: PayBillProps) {
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
            isCopied={last?.field === field && last.isCopied}
            isSelected={last?.field === field && !last.isCopied}
            onCopy={(isCopied) => setLast({ field, isCopied })}
          />
        ))}
        <li>Enter your PIN on the phone, never here.</li>
      </ol>
      <div className="space-y-2">
        <Button icon="check" className="w-full sm:w-auto" onClick={onPaid}>
          I have paid
        </Button>
        <p className="text-sm text-muted">When the SMS of M-Pesa has come.</p>
      </div>
    </Fold>
  );
}
