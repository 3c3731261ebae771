/** Rows of the database: what a test says of them, and beside that what any row has. */
import type { payments } from '../../server/db/schema/payments.ts';
import type { accounts } from '../../server/db/schema/people.ts';

/** A client, unless the values say otherwise. */
export const accountRow = (values: Partial<typeof accounts.$inferInsert> = {}) => ({
  role: 'client' as const,
  name: 'Wanjiku',
  phoneNumber: '0711000001',
  idNumber: '1',
  passwordHash: '',
  ...values,
});

/** A payment for the job with this number, which nobody has asked M-Pesa for yet. */
export const paymentRow = (job: number, values: Partial<typeof payments.$inferInsert> = {}) => ({
  publicId: `public-${job}`,
  purpose: 'post_job' as const,
  jobId: job,
  payable: `job:${job}`,
  amount: 100,
  phone: '0799000001',
  callbackHash: '',
  ...values,
});
