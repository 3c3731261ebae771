import type { PaymentStatus } from '../../contract/schemas.ts';
import { failureTold } from '../toldPayments.ts';

/** Why the last payment brought nothing, in the API's words; nothing where it tells of none. */
export function LastFailure({ payment }: { payment: PaymentStatus | undefined }) {
  const reason = failureTold(payment);
  return reason === null ? null : (
    <p className="text-sm wrap-anywhere">{`Your last payment: ${reason}`}</p>
  );
}
