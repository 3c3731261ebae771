import { db } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
import { API_BASE } from '../mocks/network.ts';
import { payFromMenu } from '../mocks/payments.ts';
import { resetMocks, server } from '../mocks/server.ts';
import { contractSuite } from './suite.ts';

contractSuite({
  name: 'the mocks',
  start: async () => {
    server.listen({ onUnhandledFrame: 'error' });
    resetMocks();
    return API_BASE;
  },
  stop: async () => server.close(),
  endPrompts: async (phone) => {
    for (const payment of db.payments) if (payment.phone === phone) payment.createdAt = 0;
  },
  offerPayBill: (isOffered) => {
    db.offersPayBill = isOffered;
  },
  payFromMenu: async (jobId, amount) => {
    const { client_id } = db.jobs.find((job) => job.id === jobId) ?? {};
    const account = db.accounts.find(({ id }) => id === client_id);
    if (account) payFromMenu(account, `job:${jobId}`, amount);
  },
  takeDown: async (word, id, reason) => {
    const taken = [...(word === 'job' ? db.jobs : db.ads)].find((row) => row.id === id);
    if (taken) taken.taken_down = reason;
  },
  endTrial: async (phone) => {
    for (const account of db.accounts) {
      if (account.role === 'fundi' && account.phone_number === phone)
        account.trial_ends = inDays(-1);
    }
  },
});
