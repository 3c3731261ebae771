/** What a case is, and the pieces that cases are made of. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import type { AnswerOf } from '../../../src/contract/schemas.ts';
import type { Sent } from '../harness.ts';
import type { World } from '../world.ts';

/** A call that is refused. */
export interface Refused {
  title: string;
  /** What is sent instead of what the good call sends. */
  sent: Sent | ((world: World) => Sent | Promise<Sent>);
  status: number;
  /** The wrong field; `error` when left out. */
  field?: string;
  /** What the field's text has to be, to the letter. */
  text?: string;
  /** What is lost where the call is answered all the same: data and rights of people, or their money. */
  guards?: 'people' | 'money';
}

export interface Cases<N extends EndpointName> {
  /** A call that succeeds. */
  good: (world: World) => Sent | Promise<Sent>;
  /** What its answer has to say beside having the contract's shape. */
  check?: (answer: AnswerOf<N>, world: World, sent: Sent) => void;
  refused?: Refused[];
}

/** One `Cases` for each of the named calls. */
export type CasesOf<Names extends EndpointName> = { [N in Names]: Cases<N> };

/** An id that no record has. */
export const UNKNOWN_ID = 999_999_999;

/** What is lost where a call is answered that has to be refused. */
export const PEOPLE = { guards: 'people' } as const;
export const MONEY = { guards: 'money' } as const;

/** A call that is refused with this status. */
export function refusal(
  title: string,
  status: number,
  sent: Refused['sent'],
  rest: Pick<Refused, 'field' | 'text' | 'guards'> = {},
): Refused {
  return { title, status, sent, ...rest };
}

/** A 400 for one field of a body that is otherwise good. */
export function wrong(good: object, field: string, value: unknown, text?: string): Refused {
  const title = `${field} ${JSON.stringify(value)?.slice(0, 30) ?? 'missing'}`;
  const sent = { body: { ...good, [field]: value } };
  return refusal(title, 400, sent, { field, ...(text !== undefined && { text }) });
}

/** A text one character too long. */
export const overlong = (limit: number) => 'x'.repeat(limit + 1);

/** Sent by the client, by another one, or by the fundi on trial. */
export const ofClient = (world: World, rest: Sent = {}): Sent => ({
  token: world.client.token,
  ...rest,
});
export const ofOtherClient = (world: World, rest: Sent = {}): Sent => ({
  token: world.otherClient.token,
  ...rest,
});
export const ofFundi = (world: World, rest: Sent = {}): Sent => ({
  token: world.fundi.token,
  ...rest,
});
/** The id of a new job, or ad, sent by its owner. */
export const aJob = async (world: World): Promise<Sent> =>
  ofClient(world, { id: (await world.job()).id });
export const anAd = async (world: World): Promise<Sent> =>
  ofClient(world, { id: (await world.ad()).id });
