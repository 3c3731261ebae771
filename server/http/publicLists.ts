/** Sends the public lists with few bytes: compressed once per version of the list (`packed.ts`). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { AnswerOf } from '../../src/contract/schemas.ts';
import { pack, sendPacked } from '../calls/packed.ts';
import type { PackedText } from '../calls/packed.ts';

const LISTS: ReadonlySet<EndpointName> = new Set(['listAds', 'listFundis']);
const JSON_TYPE = 'application/json; charset=utf-8';

export type ListAnswer = AnswerOf<'listAds' | 'listFundis'>;
type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ListAnswer,
) => Promise<FastifyReply>;

/**
 * Returns what sends the 200 answer of a public list; undefined for every other call. An answer
 * that is the same object as an earlier one is not checked or compressed again.
 */
export function listSender(name: EndpointName): Send | undefined {
  if (!LISTS.has(name)) return undefined;
  const known = new WeakMap<ListAnswer, PackedText>();

  return async (request, reply, answer) => {
    const packed = known.get(answer) ?? pack(reply.serialize(answer) as string, JSON_TYPE);
    known.set(answer, packed);
    return await sendPacked(request, reply, packed);
  };
}
