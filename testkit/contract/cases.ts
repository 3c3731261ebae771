/** At least one case of every call; a call without one does not compile. */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { accountCases } from './cases/accounts.ts';
import { adCases } from './cases/ads.ts';
import { jobCases } from './cases/jobs.ts';
import { paymentCases } from './cases/payments.ts';
import type { CasesOf } from './cases/types.ts';

export const cases: CasesOf<EndpointName> = {
  ...accountCases,
  ...jobCases,
  ...adCases,
  ...paymentCases,
};
