/** Pull of the simulator: what came to the paybill, for who asks. The nominated number chooses a fault. */
import { randomBytes } from 'node:crypto';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { DAY_MS } from '../../src/contract/time.ts';
import { chatNumber } from '../../src/contract/rules.ts';
import { localTime } from '../process/nairobi.ts';
import { moneyIn } from './ledger.ts';
import type { Ledger, SimulatedSum } from './ledger.ts';

export type PullFault =
  /** The rows stand in an array within the array. */
  | 'nested'
  /** Other letters in the names, numbers in place of texts, and another form of the time. */
  | 'otherForm'
  /** Pages of two rows. */
  | 'smallPages'
  /** The app of the keys has no Pull. */
  | 'notAllowed'
  /** HTTP 500, `500.001.1001`. */
  | 'broken'
  /** Each sum is listed only fifteen times the usual delay after it came. */
  | 'late';

/** All special nominated numbers, once; docs/payments.md has the same table. */
export const PULL_FAULTS: readonly { suffix: string; what: string; fault: PullFault }[] = [
  { suffix: '961', what: 'The list comes within another list', fault: 'nested' },
  {
    suffix: '962',
    what: 'Other names of the fields, numbers as numbers, the time in another form',
    fault: 'otherForm',
  },
  { suffix: '963', what: 'Pages of two sums', fault: 'smallPages' },
  { suffix: '964', what: 'Pull is not switched on for the keys (401)', fault: 'notAllowed' },
  { suffix: '965', what: 'No answer but 500.001.1001', fault: 'broken' },
  {
    suffix: '966',
    what: 'Sums are listed late: fifteen times the usual delay after they came',
    fault: 'late',
  },
];

const KNOWN_MS = 2 * DAY_MS;
const PAGE = 100;

const shortcode = z.coerce.string().regex(/^\d{5,7}$/);
const registration = z.object({
  ShortCode: shortcode,
  RequestType: z.literal('Pull'),
  NominatedNumber: z.coerce.string().regex(/^254[17]\d{8}$/),
  CallBackURL: z.url({ protocol: /^https?$/ }),
});
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d$/)
  .transform((text) => Date.parse(`${text.replace(/ (\d):/, ' 0$1:').replace(' ', 'T')}+03:00`));
const question = z.object({
  ShortCode: shortcode,
  StartDate: time,
  EndDate: time,
  OffSetValue: z.coerce.number().int().min(0),
});

/** A row as the provider's samples have it. */
const rowOf = ({ receipt, phone, amount, account, at }: SimulatedSum) => ({
  transactionId: receipt,
  trxDate: new Date(at).toISOString(),
  msisdn: chatNumber(phone),
  sender: 'NJERI',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: account,
  amount: amount.toFixed(2),
  organizationname: 'FUNDI MTAANI',
});

const rowInOtherForm = ({ receipt, phone, amount, account, at }: SimulatedSum) => ({
  TransactionID: receipt,
  TrxDate: localTime(new Date(at)),
  MSISDN: Number(chatNumber(phone)),
  Sender: '',
  TransactionType: 'c2b-pay-bill-debit',
  BillReference: account,
  Amount: amount,
});

interface PullOptions {
  ledger: Pick<Ledger, 'prompts' | 'sums'>;
  lateMs: number;
  hasToken: (request: FastifyRequest) => boolean;
  fault: (reply: FastifyReply, status: number, code: string, text: string) => FastifyReply;
}

/** The two calls of Pull. Who has registered is known in memory alone. */
export const pullCalls: FastifyPluginCallback<PullOptions> = (app, options, done) => {
  const { ledger, lateMs, hasToken, fault } = options;
  /** The nominated numbers by shortcode. */
  const nominated = new Map<string, string>();
  const faultOf = (code: string) =>
    PULL_FAULTS.find(({ suffix }) => nominated.get(code)?.endsWith(suffix))?.fault;

  app.addHook('preHandler', async (request, reply) => {
    if (!hasToken(request)) return fault(reply, 404, '404.001.03', 'Invalid Access Token');
    return undefined;
  });

  app.post('/pulltransactions/v1/register', (request, reply) => {
    const parsed = registration.safeParse(request.body);
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0]);
      return fault(reply, 400, '400.003.02', `Bad Request - Invalid ${field}`);
    }
    const { ShortCode: code, NominatedNumber: number } = parsed.data;
    const isKnown = nominated.get(code) === number;
    nominated.set(code, number);
    return reply.send({
      ResponseRefID: randomBytes(8).toString('hex'),
      'Response Status': isKnown ? '1001' : '1000',
      ShortCode: code,
      'Response Description': `Shortcode ${isKnown ? 'already ' : ''}Registered${isKnown ? '!' : ' Successfully'}`,
    });
  });

  app.post('/pulltransactions/v1/query', (request, reply) => {
    const parsed = question.safeParse(request.body);
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0]);
      return fault(reply, 400, '400.003.02', `Bad Request - Invalid ${field}`);
    }
    const { ShortCode: code, StartDate: from, EndDate: until, OffSetValue: offset } = parsed.data;
    const kind = faultOf(code);
    if (kind === 'broken') return fault(reply, 500, '500.001.1001', 'Internal Server Error');
    if (kind === 'notAllowed') {
      const faultstring = 'Invalid API call as no apiproduct match found';
      return reply.code(401).send({ fault: { faultstring } });
    }
    const answer = { ResponseRefID: randomBytes(8).toString('hex') };
    if (!nominated.has(code)) {
      const ResponseMessage = 'ShortCode not registered';
      return reply.send({ ...answer, ResponseCode: '1001', ResponseMessage, Response: [] });
    }
    const now = Date.now();
    const size = kind === 'smallPages' ? 2 : PAGE;
    const rows = moneyIn(ledger)
      .filter(
        ({ at }) => at >= Math.max(from, now - KNOWN_MS) && Math.floor(at / 1000) * 1000 <= until,
      )
      .filter(({ at }) => kind !== 'late' || at + lateMs <= now)
      .toSorted((one, other) => other.at - one.at)
      .slice(offset, offset + size)
      .map((sum) => (kind === 'otherForm' ? rowInOtherForm(sum) : rowOf(sum)));
    const Response = kind === 'nested' ? [rows] : rows;
    return reply.send({ ...answer, ResponseCode: '1000', ResponseMessage: 'Success', Response });
  });

  done();
};
