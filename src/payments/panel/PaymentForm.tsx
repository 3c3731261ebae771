import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { PhoneField, useForm } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import { payForm, subscriptionForm } from '../../contract/forms.ts';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { TYPED_PHONE } from '../store.ts';
import { priceOf } from '../words.ts';

interface SecondStepProps {
  label: string;
  text: string;
  /** Shown until the press, below the button. */
  before?: ReactNode;
  children: ReactNode;
}

/** A form behind a button: a second payment may cost the money twice. */
export function SecondStep({ label, text, before, children }: SecondStepProps) {
  const [isOpen, setIsOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) content.current?.focus();
  }, [isOpen]);
  if (isOpen) {
    return (
      <div ref={content} tabIndex={-1} className="border-t border-line pt-4 outline-none">
        {children}
      </div>
    );
  }
  return (
    <>
      <div className="space-y-3 border-t border-line pt-4">
        <p className="text-sm text-muted">{text}</p>
        <Button look="quiet" className="w-full" onClick={() => setIsOpen(true)}>
          <span>{label}</span>
        </Button>
      </div>
      {before}
    </>
  );
}

const notes = {
  first: (
    <>
      Nothing is paid until you enter your <span className="whitespace-nowrap">M-Pesa PIN</span> on
      that phone.
    </>
  ),
  again: 'This sends a new M-Pesa message. The one before can no longer be paid.',
  repeated:
    'This sends a new M-Pesa message, but only when M-Pesa has told us about the first one.',
  unsure: 'This sends a new M-Pesa message, and it asks for the whole price again.',
} as const;

export type FormNote = keyof typeof notes;

interface PaymentFormProps {
  purpose: PaymentPurpose;
  /** The phone to start with, once one is known; a typed phone replaces it. */
  phone: string | null | undefined;
  isSending: boolean;
  isHeld?: boolean;
  /** The note about an earlier prompt: there was none, it has ended, or its end is not known. */
  note: FormNote;
  /** Why there is nothing to pay now; the button is less prominent. */
  blocked?: string | null;
  /** Why the last press was refused before anything was sent. */
  warning?: string | null;
  onPay: (phone: string) => void;
}

/** The phone number and the button that sends the prompt (spec §5). */
export function PaymentForm(props: PaymentFormProps) {
  const { purpose, phone, isSending, isHeld = false, note, blocked = null, warning, onPay } = props;
  const form = useForm(purpose === 'subscription' ? subscriptionForm : payForm, { phone: '' });
  useDraft(TYPED_PHONE, form);
  const { getValues, setValue } = form;
  const { errors } = form.formState;
  const isFilled = useRef(false);

  // Once, and not while somebody types: a field that was emptied stays empty.
  useEffect(() => {
    if (!phone || isFilled.current) return;
    isFilled.current = true;
    if (getValues('phone') === '') setValue('phone', phone);
  }, [phone, getValues, setValue]);

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) =>
        void form.handleSubmit(
          (values) => onPay(values.phone),
          () => form.setFocus('phone'),
        )(event)
      }
    >
      {blocked && <p className="font-semibold">{blocked}</p>}
      <PhoneField
        label="M-Pesa phone number"
        hint="This phone gets an M-Pesa message that asks for your PIN. Any M-Pesa number will do."
        enterKeyHint="send"
        onFocus={() => {
          isFilled.current = true;
        }}
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      {warning && (
        <p role="alert" className="rounded-2xl bg-warning-soft p-4 font-medium text-warning">
          {warning}
        </p>
      )}
      <Button
        type="submit"
        look={blocked ? 'quiet' : 'accent'}
        icon="cash"
        busy={isSending || isHeld}
        className="w-full text-lg"
      >
        <span>{isSending ? 'Sending the M-Pesa message…' : `Pay ${priceOf(purpose)}`}</span>
      </Button>
      {!blocked && (
        <p className="flex gap-2.5 text-sm text-muted">
          <Icon name="shield" className="mt-0.5 size-5" />
          <span>{notes[note]}</span>
        </p>
      )}
    </form>
  );
}
