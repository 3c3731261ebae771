import { useEffect, useRef } from 'react';
import { payForm, subscriptionForm } from '../contract/forms.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';
import { useDraft } from '../lib/draft.ts';
import { useForm } from '../lib/useForm.ts';
import { Button } from './Button.tsx';
import { PhoneField } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { Notice } from './Notice.tsx';
import { priceOf } from './paymentTexts.ts';

interface PaymentFormProps {
  purpose: PaymentPurpose;
  /** The phone to start with, once one is known; what is typed stands above it. */
  phone: string | null;
  isBusy: boolean;
  /** A prompt was sent before: the button says that this is another one. */
  isAgain?: boolean;
  /** Why the last press was turned away before anything was sent. */
  warning?: string | null;
  onPay: (phone: string) => void;
}

/** The phone to ask and the one button that asks it (spec §5). */
export function PaymentForm(props: PaymentFormProps) {
  const { purpose, phone, isBusy, isAgain = false, warning = null, onPay } = props;
  const form = useForm(purpose === 'subscription' ? subscriptionForm : payForm, { phone: '' });
  useDraft('payment', form, { fields: ['phone'], storage: 'tab' });
  const { getValues, setValue } = form;
  const { errors } = form.formState;
  const isFilled = useRef(false);

  // Once, and never under the fingers: a field that was emptied stays empty.
  useEffect(() => {
    if (!phone || isFilled.current) return;
    isFilled.current = true;
    if (getValues('phone') === '') setValue('phone', phone);
  }, [phone, getValues, setValue]);

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit((values) => onPay(values.phone))(event)}
    >
      <PhoneField
        label="M-Pesa phone number"
        hint="The prompt goes to this phone. Any M-Pesa number will do."
        enterKeyHint="send"
        onFocus={() => {
          isFilled.current = true;
        }}
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      {warning && (
        <Notice tone="warning" role="alert">
          <p>{warning}</p>
        </Notice>
      )}
      <Button type="submit" look="accent" icon="cash" busy={isBusy} className="w-full text-lg">
        {isBusy ? 'Sending the prompt…' : `Pay ${priceOf(purpose)}`}
      </Button>
      <p className="flex gap-2.5 text-sm text-muted">
        <Icon name="shield" className="mt-0.5 size-5" />
        {isAgain
          ? 'This sends a new prompt. The one before can no longer be paid.'
          : 'This sends a prompt to the phone. Nothing is paid until you enter your M-Pesa PIN there.'}
      </p>
    </form>
  );
}
