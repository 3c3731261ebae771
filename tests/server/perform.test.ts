/** Who runs an operation of the desk, under which name, and with what input. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import type { OperationName } from '../../server/desk/operations.ts';
import { addOperator } from '../../server/desk/operators.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { answerCall, performAs, questionAs } from '../../server/desk/perform.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { freshDatabase, truncateAll } from '../../testkit/contract/freshDatabase.ts';
import { accountRow } from './rows.ts';

const database = await freshDatabase(undefined);
const { db } = database;
const now = () => new Date('2026-11-26T08:00:00Z');
const desk = { config: loadConfig({ MPESA_C2B: 'off' }), db, now };
afterAll(() => database.close());
beforeEach(() => truncateAll(db));

const by = { who: 'anybody', reason: 'x' };
const wanjiku = { name: 'Wanjiku', rights: ['moderate' as const] };

async function addPerson() {
  const values = accountRow({ name: 'Njeri', createdAt: desk.now() });
  const [account] = await db.insert(accounts).values(values).returning();
  return account?.id ?? 0;
}
const whoDid = async () => (await readLog({ most: 9 }, { db })).map(({ who }) => who);

it.each<[OperationName, unknown, string]>([
  ['closeReview', null, 'its input'],
  ['closeReview', { paymentId: 'nine', decision: 'returned', by }, 'paymentId'],
  ['closeReview', { paymentId: 9, decision: 'lost', by }, 'decision'],
  ['refundPayment', { paymentId: 9, receipt: 'RFD 41', ends: false, by }, 'receipt'],
  ['refundPayment', { paymentId: 9, receipt: 'RFD41AB', ends: 'no', by }, 'ends'],
  // A field of tomorrow may be one that matters.
  ['erasePerson', { id: 9, isTrial: true, by }, 'its input'],
  ['giveCode', { id: 9, by: { who: 'wairimu' } }, 'by.reason'],
  ['bookStatement', { rows: [{ receipt: 'SKL1AAAAA1' }], by }, 'rows.0.kind'],
  ['showPayment', { paymentId: { $gt: 0 } }, 'paymentId'],
  ['paymentReport', { all: true }, 'its input'],
  ['mark', { name: 'doors' }, 'name'],
  ['backup', { file: 'here', recipients: [] }, 'file'],
])('%s refuses an input that it does not take: %j', async (name, input, what) => {
  const said = new RegExp(`^${name} cannot be done, ${what} is wrong: .*restart it`);
  await expect(performAs(null, name, input, desk)).rejects.toThrow(said);
  await expect(questionAs(null, name, input, desk)).rejects.toThrow(said);
});

describe('an operator', () => {
  it('is written down under the own name, whatever name was given', async () => {
    const id = await addPerson();
    await performAs(wanjiku, 'block', { id, by }, desk);
    expect(await whoDid()).toEqual(['Wanjiku']);
  });

  it('who is not named is written down as the caller says', async () => {
    const id = await addPerson();
    const input = { id, by };
    await answerCall({ name: 'block', input, secret: null, isQuestion: false }, desk);
    expect(await whoDid()).toEqual(['anybody']);
  });

  it('is asked before a change, and not before a look', async () => {
    const id = await addPerson();
    const asked = await questionAs(wanjiku, 'block', { id, by }, desk);
    expect(asked?.change).toBe(`Block the client ${id}`);
    expect(await questionAs(wanjiku, 'showPerson', { id }, desk)).toBeNull();
  });

  it('is refused before the question what the database would refuse, and nothing is left of the try', async () => {
    const id = await addPerson();
    await expect(questionAs(wanjiku, 'unblock', { id, by }, desk)).rejects.toThrow('not blocked');
    await questionAs(wanjiku, 'block', { id, by }, desk);
    expect(await whoDid()).toEqual([]);
    expect((await db.select().from(accounts))[0]?.blockedAt).toBeNull();
  });

  it('is asked without a try where more than the database changes', async () => {
    // M-Pesa would be told: that is refused only when it is done, as MPESA_C2B is off.
    const asked = await questionAs(null, 'registerSums', { by }, desk);
    expect(asked?.change).toContain('report at');
    await expect(performAs(null, 'registerSums', { by }, desk)).rejects.toThrow('MPESA_C2B is off');
  });

  it('gives the secret once somebody is named, but for what the machine does itself', async () => {
    const { secret } = await addOperator({ name: 'Wanjiku', rights: ['all'], by }, desk);
    const id = await addPerson();
    const asked = { name: 'showPerson', input: { id } } as const;
    const who = 'Who are you? Put your secret of an operator into FUNDI_OPERATOR.';
    for (const isQuestion of [false, true]) {
      const ask = (secret: string | null) => answerCall({ ...asked, secret, isQuestion }, desk);
      await expect(ask('x')).rejects.toThrow('No operator has this secret.');
      await expect(ask(null)).rejects.toThrow(who);
    }
    const shown = answerCall({ ...asked, secret, isQuestion: false }, desk);
    await expect(shown).resolves.toContainEqual({ heading: `client ${id}, Njeri` });
    const mark = { name: 'mark', input: { name: 'backup' }, secret: null } as const;
    await expect(answerCall({ ...mark, isQuestion: false }, desk)).resolves.not.toThrow();
  });
});
