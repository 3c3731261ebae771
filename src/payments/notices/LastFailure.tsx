import type { PaymentStatus } from '../../contract/schemas.ts';

/** Why the last payment was not completed, in the API's words; nothing where it does not say. */
export function LastFailure({ payment }: { payment: PaymentStatus | undefined }) {
  if (payment?.status !== 'failed' || payment.reason === undefined) return null;
  return <p className="text-sm wrap-anywhere">{`Your last payment: ${payment.reason}`}</p>;
}
