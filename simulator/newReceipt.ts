/** Names that the simulator gives. */
import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** So many random letters and digits. */
export const code = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A receipt of M-Pesa. */
export const newReceipt = () => code(10);
