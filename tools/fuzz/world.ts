/** The server under test, and what the words between @ in a request stand for. */
import { BODIES } from '../../server/http/openapiExamples.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import { insertPayable } from '../../testkit/payingTown.ts';
import { startQuietServer } from '../../testkit/quietServer.ts';

/** Starts a server that listens; `renew` makes its people again: a client, a fundi on trial and one whose trial is over. */
export async function startFuzzWorld() {
  const server = await startQuietServer();
  const { app, db } = server;
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const words = new Map<string, string>();
  let phones = 0;

  /** Makes again what a request may have deleted, changed or signed out. */
  async function renew(): Promise<void> {
    await server.reset();
    const tokenOf = async (account: Parameters<typeof server.signIn>[0]) =>
      (await server.signIn(account)).authorization.replace('Token ', '');
    // Those that the examples log in and change.
    const { phone_number: phoneNumber, id_number: idNumber } = BODIES.registerFundi!;
    const client = await server.account('client', { phoneNumber, idNumber });
    const fundi = await server.account('fundi', { phoneNumber, idNumber });
    const expired = await server.account('fundi', { trialEnds: new Date(0) });
    words.set('clientToken', await tokenOf(client));
    words.set('fundiToken', await tokenOf(fundi));
    words.set('expiredToken', await tokenOf(expired));
    const expiresAt = new Date(Date.now() + DAY_MS);
    const { jobId } = await insertPayable(db, 'post_job', client.id);
    const { adId } = await insertPayable(db, 'post_ad', client.id, { expiresAt });
    words.set('job', String(jobId));
    words.set('ad', String(adId));
    words.set('fundi', String(fundi.id));
  }
  await renew();

  return {
    address,
    renew,
    fill: (text: string) =>
      text.replace(/@(\w+)@/g, (word, name: string) => {
        if (name === 'new') return `01${String(phones++).padStart(8, '0')}`;
        if (name === 'callback') return server.callbackPaths.at(-1)?.split('/').at(-1) ?? 'none';
        return words.get(name) ?? word;
      }),
    close: () => server.close(),
  };
}
