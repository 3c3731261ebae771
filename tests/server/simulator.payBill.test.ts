/** The Pay Bill menu of the simulated phone, from the form to the books of a server that has registered. */
import { afterAll, expect, test } from 'vitest';
import { operations } from '../../server/desk/operations.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import { sumsAddresses } from '../../server/payments/offerPayBill.ts';
import { confirmationBody } from '../../simulator/simulatePayBill.ts';
import { referenceOf, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable } from './paymentWorld.ts';

const by = { who: 'wanjiku', reason: 'The paybill is ours.' };

const world = await startPaymentWorld({ env: { MPESA_C2B: 'on' } });
const { ctx } = world.harness;
afterAll(() => world.close());

async function pay(payable: Payable) {
  const payload = {
    phone: '0712345678',
    business_number: '174379',
    account: referenceOf(payable),
    amount: '100',
    pin: '1234',
  };
  const answer = await world.simulator.inject({ method: 'POST', url: '/pay-bill', payload });
  return { status: answer.statusCode, ...answer.json<{ receipt: string; text: string }>() };
}

test('a sum from the menu pays once an operator has registered, and before that it is not sent', async () => {
  const job = await world.payable('post_job');
  expect(await pay(job)).toEqual({
    status: 409,
    error: 'The shop takes no Pay Bill: MPESA_C2B is off.',
  });
  const lines = await operations.registerSums.run({ by }, ctx);
  const place = ctx.config.mpesa.callbackBaseUrl;
  expect(lines[0]).toBe(`M-Pesa reports what comes to 174379 at ${place} from now on.`);
  const [logged] = await readLog({ most: 1 }, ctx);
  expect(logged).toMatchObject({ action: 'told M-Pesa where to report', ...by });
  const { receipt, text } = await pay(job);
  expect(text).toBe(
    `${receipt} confirmed. Ksh 100 sent to FUNDI MTAANI for account ${referenceOf(job)}.`,
  );
  await until(async () => (await world.rows(job))[0]?.state === 'paid', 'the confirmation');
  expect(await world.rows(job)).toMatchObject([{ receipt }]);
});

test('the first version of the call has the payer hashed', () => {
  const sum = { receipt: 'R1', phone: '0712345678', amount: 100, account: 'X', at: 0 };
  const body = confirmationBody(sum, { shortcode: '174379', isHashed: true });
  expect(body).toMatchObject({
    TransAmount: '100.00',
    MSISDN: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('addresses that M-Pesa does not take, and an M-Pesa that is away, are told in one line', async () => {
  const { mpesa } = ctx.config;
  const addresses = { ...sumsAddresses(ctx), validationUrl: 'nowhere' };
  expect(await createDaraja(mpesa).register(addresses)).toBe(
    '400.003.02 Bad Request - Invalid ValidationURL',
  );
  const register = (values: object) => {
    const config = { ...ctx.config, mpesa: { ...mpesa, ...values } };
    return operations.registerSums.run({ by }, { ...ctx, config });
  };
  await expect(register({ baseUrl: 'http://127.0.0.1:9' })).rejects.toThrow(
    /^M-Pesa cannot be reached at http:\/\/127\.0\.0\.1:9: /,
  );
  await expect(register({ shortcode: '1' })).rejects.toThrow(
    'M-Pesa did not take the addresses for 1: 400.003.02 Bad Request - Invalid ShortCode.',
  );
});
