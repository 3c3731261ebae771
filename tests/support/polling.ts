/** The polling of a job's or ad's payment, for tests of units and of screens. */
import { PAYMENT_POLLING } from '../../src/contract/constants.ts';

export const ALL_CHECKS = PAYMENT_POLLING.maxChecks;
/** When the last check is due, in ms after the press. */
export const LIMIT_MS = ALL_CHECKS * PAYMENT_POLLING.everyMs;
