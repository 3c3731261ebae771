/**
 * What a row of a statement is. Its Reason Type says it; where there is none, the words of M-Pesa in its
 * Details do: what stands before the party and the account. What the payer is called or has typed never
 * decides: "Pay Bill from 2547*****126 - REVERSON OTIENO Acc. fees" is a payment. Pure.
 */
import { receiptSchema } from '../../payments/callback.ts';

/**
 * in: money that came. out: money that left, to a payer or a bank. reversal: M-Pesa took money back, or gave
 * it back. charge: what M-Pesa takes for its service; it may have the receipt of what it was taken for.
 * sweep: from one account of the organisation to another one.
 */
export const ROW_KINDS = ['in', 'out', 'reversal', 'charge', 'sweep'] as const;
type RowKind = (typeof ROW_KINDS)[number];

/** The organisation's own accounts at M-Pesa. */
const OWN =
  '(?:organi[sz]ation )?(?:utility|settlement|mmf|working|float|charges paid|(?:merchant|b2c|bulk)(?= account))';
const SWEEP = new RegExp(
  `^(?:(?:move|transfer|business|of|funds?|from) )*${OWN}(?: account)? to (?:the )?${OWN}|\\brevenue settlement\\b`,
  'i',
);
const REVERSAL = /\brevers(?:als?|ed?|ing)\b/i;
const CHARGE = /\b(?:charges?|fees?|tariff|commission)\b/i;
/** A Reason Type of payers: "Pay Bill Online", "Buy Goods", "Customer Merchant Payment". */
const PAYMENT = /\b(?:pay|buy)\b|payment/i;

const ACCOUNT =
  /(?:^|\s)(?:acc\.|(?:acc|account) (?:no|number)\b[.:]*|account:|a\/c(?: no)?[.:]*)\s*/i;
/** Not the party, but what kind it is: "Merchant to Customer Payment Charge". */
const KINDS =
  '(?:the|organi[sz]ation|customer|merchant|business|small business|utility|settlement|mmf|working|charges paid|m-?pesa|bank|pay ?bill|till|agent)\\b';
const PARTY = new RegExp(
  `\\s(?:by|via|at)\\s|\\s(?:from|to|for)\\s(?!${KINDS})|\\s[-–](?:\\s|$)|(?:^|\\s)[+\\d*][\\d*]{4}`,
  'i',
);

interface Details {
  words: string;
  /** For instance `2547*****126 - WANJIKU`; empty where it names none. */
  party: string;
  /** What was typed as the account; empty where it has none. */
  account: string;
}

const before = (text: string, end: RegExp) => text.slice(0, end.exec(text)?.index ?? text.length);

/** `Pay Bill from 2547*****126 - WANJIKU Acc. YF317F7` in its parts. */
export function readDetails(details: string): Details {
  const rest = before(details, ACCOUNT);
  const typed = details.slice(rest.length).replace(ACCOUNT, '');
  const [, party = ''] = /\s(?:from\s|(?:by|to)\s(?=[\d*+]))(.*)$/.exec(rest) ?? [];
  return {
    words: before(rest, PARTY).trim(),
    party: party.trim(),
    // A bank writes behind it how it was sent.
    account: typed.replace(/\svia \S+ by .*$/i, '').trim(),
  };
}

function specialOf(words: string, isIn: boolean): RowKind | null {
  if (REVERSAL.test(words)) return 'reversal';
  if (SWEEP.test(words)) return 'sweep';
  return !isIn && CHARGE.test(words) ? 'charge' : null;
}

/** What a row is, by its Reason Type and M-Pesa's words in its Details; `isIn` where it was paid in. */
export function kindOf(reason: string, words: string, isIn: boolean): RowKind {
  const named = specialOf(reason, isIn);
  if (named !== null) return named;
  if (isIn && reason !== '') return !PAYMENT.test(reason) && SWEEP.test(words) ? 'sweep' : 'in';
  // The charge of a payment has the Reason Type of the payment.
  return specialOf(words, isIn) ?? (isIn ? 'in' : 'out');
}

const looksLikeOne = (word: string) => /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10}$/.test(word);

/** The receipt that a reversal names: in a column of its own, or as a word of M-Pesa's. Null for its own. */
export function linkedOf(linked: string, words: string, receipt: string): string | null {
  const written = receiptSchema.safeParse(linked);
  const named = written.success ? written.data : words.split(/[^A-Za-z0-9]+/).find(looksLikeOne);
  return named === undefined || named === receipt ? null : named;
}
