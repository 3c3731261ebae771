/** What M-Pesa sends, in the provider's form, and what it is asked. */
import { darajaTimestamp } from '../../server/mpesa/daraja.ts';

/** A prompt, as it is asked for. */
export const PUSH = {
  amount: 100,
  phone: '0712345678',
  reference: 'FundiJob7',
  description: 'Job listing',
  callbackUrl: 'https://example.test/callback/secret',
};

interface CallbackParts {
  checkout: string;
  code?: unknown;
  amount?: unknown;
  receipt?: unknown;
  items?: unknown;
}
/** A callback's body; each part can be anything. */
export function body({
  checkout,
  code = 0,
  amount = 100,
  receipt = 'QWE1RTY2UI',
  items,
}: CallbackParts) {
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20261121101112 },
    { Name: 'PhoneNumber', Value: 254712345990 },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: '1-2-3',
        CheckoutRequestID: checkout,
        ResultCode: code,
        ResultDesc: 'text',
        CallbackMetadata: { Item: items === undefined ? Item : items },
      },
    },
  };
}

let made = 0;
/** A receipt that no other test has. */
export function newReceipt(): string {
  made += 1;
  return `SUM${String(made).padStart(7, '0')}`;
}

/** The body of a confirmation, in the provider's form; each part can be anything. */
export const confirmation = (parts: Record<string, unknown>) => ({
  TransactionType: 'Pay Bill',
  TransID: newReceipt(),
  TransTime: darajaTimestamp(Date.now()),
  TransAmount: '100.00',
  BusinessShortCode: '174379',
  BillRefNumber: '',
  InvoiceNumber: '',
  OrgAccountBalance: '49197.00',
  ThirdPartyTransID: '',
  MSISDN: '2547*****126',
  FirstName: 'NJERI',
  MiddleName: '',
  LastName: '',
  ...parts,
});
