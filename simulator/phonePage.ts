/** The simulated phone: a page that shows the prompts, and the JSON behind it (for tests too). */
import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import * as z from 'zod';
import { isPhone, normalisePhone } from '../src/contract/rules.ts';
import { BEHAVIOURS, behaviourOf, resultText, showsPrompt } from './behaviours.ts';
import type { ResultCode } from './behaviours.ts';
import type { Ledger, SimulatedPrompt } from './ledger.ts';
import type { PayBillMenu } from './simulatePayBill.ts';
import type { PromptEngine } from './promptEngine.ts';
import { newReceipt } from './ledger.ts';
import { statementCsv } from './statement.ts';

interface PhonePageOptions {
  ledger: Ledger;
  engine: PromptEngine;
  payBill: PayBillMenu;
}

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The PIN that is always wrong; any other four digits pay. */
const WRONG_PIN = '0000';
/** Newest first, and no more than a phone shows. */
const SHOWN = 30;

/** What a payer reads on the phone. */
function promptText({ amount, reference }: SimulatedPrompt): string {
  return `Pay Ksh ${amount} to FUNDI MTAANI, account ${reference}?`;
}

function view(prompt: SimulatedPrompt) {
  const { id, phone, state, code, receipt, createdAt, expiresAt } = prompt;
  return {
    id,
    phone,
    text: promptText(prompt),
    state,
    code,
    result: code === null ? null : resultText(code),
    receipt,
    createdAt,
    expiresAt,
    can_answer: state === 'waiting' && showsPrompt(behaviourOf(phone)),
  };
}

const phoneSchema = z.string().transform(normalisePhone).refine(isPhone);
const promptsQuery = z.object({ phone: phoneSchema.optional() });
const holdBody = z.object({ phone: z.union([z.literal('*'), phoneSchema]), held: z.boolean() });
const pinSchema = z
  .string()
  .regex(/^\d{4}$/)
  .optional();
const approveBody = z.object({ pin: pinSchema }).nullish();

const payBillBody = z.object({
  phone: phoneSchema,
  business_number: z.string().trim().min(1),
  /** As M-Pesa takes it: what somebody typed, up to 20 signs. */
  account: z.string().trim().min(1).max(20),
  amount: z.coerce.number().int().min(1).max(250_000),
  pin: pinSchema,
});

const returnBody = z.object({
  receipt: z.string(),
  /** "own": under the receipt of what it reverses. */
  reversal: z.union([z.boolean(), z.literal('own')]).default(false),
});

/** The routes of the simulated phone and of the ledger. */
export const phonePage: FastifyPluginCallback<PhonePageOptions> = (app, options, done) => {
  const { ledger, engine, payBill } = options;
  const files = [
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/phone.js', 'phone.js', 'text/javascript; charset=utf-8'],
    ['/phone.css', 'phone.css', 'text/css; charset=utf-8'],
  ] as const;
  for (const [path, name, type] of files) {
    const body = readFileSync(new URL(`phone/${name}`, import.meta.url));
    app.get(path, (_, reply) =>
      reply
        .headers({ 'Content-Security-Policy': CSP, 'Cache-Control': 'no-cache' })
        .type(type)
        .send(body),
    );
  }

  app.get('/behaviours', () => BEHAVIOURS.map(({ suffix, what }) => ({ suffix, what })));

  app.get('/ledger', () => ({
    prompts: [...ledger.prompts.values()],
    sums: [...ledger.sums.values()],
    returns: [...ledger.returns.values()],
  }));

  app.get('/statement.csv', (_, reply) =>
    reply
      .header('Content-Disposition', 'attachment; filename="statement.csv"')
      .type('text/csv; charset=utf-8')
      .send(statementCsv(ledger)),
  );

  app.get('/prompts', (request, reply) => {
    const query = promptsQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ error: 'Give a ten-digit phone number.' });
    const { phone } = query.data;
    const wanted = [...ledger.prompts.values()].filter(
      (p) => phone === undefined || p.phone === phone,
    );
    return reply.send({
      now: Date.now(),
      prompts: wanted.slice(-SHOWN).toReversed().map(view),
    });
  });

  app.post('/hold', (request, reply) => {
    const body = holdBody.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error: 'Give phone and held.' });
    engine.hold(body.data.phone, body.data.held);
    return reply.code(204).send();
  });

  function answer(reply: FastifyReply, id: string, code: ResultCode) {
    const prompt = ledger.prompts.get(id);
    if (!prompt) return reply.code(404).send({ error: 'No such prompt.' });
    if (!engine.answer(prompt, code)) {
      return reply.code(409).send({ error: 'This prompt can no longer be answered.' });
    }
    return reply.send(view(prompt));
  }

  app.post<{ Params: { id: string } }>('/prompts/:id/approve', (request, reply) => {
    const body = approveBody.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error: 'A PIN has four digits.' });
    return answer(reply, request.params.id, body.data?.pin === WRONG_PIN ? 2001 : 0);
  });

  app.post<{ Params: { id: string } }>('/prompts/:id/cancel', ({ params }, reply) =>
    answer(reply, params.id, 1032),
  );

  app.post('/pay-bill', (request, reply) => {
    const body = payBillBody.safeParse(request.body);
    if (!body.success) {
      return reply.code(400).send({ error: `Give ${String(body.error.issues[0]?.path[0])}.` });
    }
    const { phone, business_number, account, amount, pin } = body.data;
    if (payBill.shortcode() === null) {
      return reply.code(409).send({ error: 'The shop takes no Pay Bill: MPESA_C2B is off.' });
    }
    if (business_number !== payBill.shortcode()) {
      return reply.code(404).send({ error: `No business has the number ${business_number}.` });
    }
    if (pin === WRONG_PIN) return reply.code(409).send({ error: resultText(2001) });
    const { receipt } = payBill.send({ phone, account, amount });
    const text = `${receipt} confirmed. Ksh ${amount} sent to FUNDI MTAANI for account ${account}.`;
    return reply.send({ receipt, text });
  });

  app.post('/returns', (request, reply) => {
    const body = returnBody.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error: 'Give the receipt.' });
    const { receipt: of, reversal } = body.data;
    const prompt = [...ledger.prompts.values()].find(({ receipt }) => receipt === of);
    const came = prompt ? { phone: prompt.phone, amount: prompt.taken } : ledger.sums.get(of);
    if (!came) return reply.code(404).send({ error: 'No such receipt.' });
    if (ledger.returns.has(of)) return reply.code(409).send({ error: 'It went back already.' });
    const { phone, amount } = came;
    const receipt = reversal === 'own' ? of : newReceipt();
    const isReversal = reversal !== false;
    const returned = { receipt, of, phone, amount, at: Date.now(), isReversal };
    ledger.save(returned);
    return reply.send(returned);
  });

  app.post('/reset', (_, reply) => {
    engine.reset();
    return reply.code(204).send();
  });

  done();
};
