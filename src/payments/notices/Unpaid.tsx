import { useState } from 'react';
import { formatDate, parseDate } from '../../contract/rules.ts';
import type { Ad, Job, PaymentStatus } from '../../contract/schemas.ts';
import { unbroken } from '../../lib/unbroken.tsx';

/** Why the last payment was not completed, in the API's words; nothing where it does not say. */
export function LastFailure({ payment }: { payment: PaymentStatus | undefined }) {
  if (payment?.status !== 'failed' || payment.reason === undefined) return null;
  return (
    <p className="text-sm wrap-anywhere">{unbroken(`Your last payment: ${payment.reason}`)}</p>
  );
}

/**
 * What the API says about a job or an ad that is not paid for: when it is deleted, unless that has
 * passed or a person looks into money for it, and why the last payment was not completed.
 */
export function Unpaid({ item: { deletes_at, payment } }: { item: Job | Ad }) {
  const [now] = useState(Date.now);
  const isDeleted = (parseDate(deletes_at) ?? 0) > now && !payment?.review;
  return (
    <>
      {isDeleted && (
        <p className="text-sm">{`It will be deleted on ${formatDate(deletes_at)} if it is not paid.`}</p>
      )}
      <LastFailure payment={payment} />
    </>
  );
}
