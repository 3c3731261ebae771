import { useEffect } from 'react';
import type { Payable } from './paymentRecord.ts';
import { subscribePayments } from './paymentStore.ts';
import { claimPayments, findPayment, updatePayment } from './pendingPayment.ts';

/**
 * Notes on the device whose payments it keeps and what this one is for; either may be known only
 * after the press. An account takes over what it left in an ended session.
 */
export function usePaymentFacts(thing: Payable, title: string | null, account: string | null) {
  useEffect(() => {
    const note = () => {
      if (account !== null) claimPayments(account);
      const payment = findPayment(thing);
      if (payment && title !== null && payment.title === null) updatePayment(payment, { title });
    };
    note();
    return subscribePayments(note);
  }, [thing, title, account]);
}
