/** The floor of the API part: one bare Fastify route in a process of its own, with given bytes. */
import Fastify from 'fastify';

/** An answer as it goes over the network. */
export interface FloorAnswer {
  status: number;
  headers: Record<string, string>;
  /** The bytes of the body, in base64. */
  body: string;
}

const app = Fastify();
let answer: FloorAnswer = { status: 404, headers: {}, body: '' };
let bytes = Buffer.alloc(0);

process.on('message', (next: FloorAnswer) => {
  answer = next;
  bytes = Buffer.from(next.body, 'base64');
  process.send?.('ready');
});
// It ends with the bench, also when that is killed.
process.once('disconnect', () => process.exit());
app.all('/*', async (_request, reply) => {
  reply.code(answer.status).headers(answer.headers);
  // A type that a body does not have would make Fastify add one.
  return await reply.send(bytes.length === 0 ? undefined : bytes);
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.('listening');
