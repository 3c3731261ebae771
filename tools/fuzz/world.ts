/** What the words between @ stand for: ids, phones and tokens of the server under test. */
import { DAY_MS } from '../../src/contract/time.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { startQuietServer } from '../../testkit/quietServer.ts';
import type { QuietServer } from '../../testkit/quietServer.ts';

export interface FuzzWorld {
  server: QuietServer;
  port: number;
  /** Makes again what a request may have deleted, changed or signed out. */
  renew(): Promise<void>;
  /** Puts in the values of the words; `index` makes new phones differ. */
  fill(text: string, index: number): string;
  close(): Promise<void>;
}

/** Starts a server that listens, with a client, a fundi on trial and one whose trial is over. */
export async function startFuzzWorld(): Promise<FuzzWorld> {
  const server = await startQuietServer();
  const { app, db } = server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const values = new Map<string, string>();

  async function person(word: string, account: Account): Promise<void> {
    const { authorization } = await server.signIn(account);
    values.set(`token:${word}`, authorization.replace('Token ', ''));
    values.set(`phone:${word}`, account.phoneNumber);
    values.set(`id:${word}`, account.idNumber);
  }

  async function renew(): Promise<void> {
    const client = await server.account('client');
    const fundi = await server.account('fundi');
    await person('client', client);
    await person('fundi', fundi);
    await person('expired', await server.account('fundi', { trialEnds: new Date(0) }));
    const texts = { title: 'Mend a roof', description: 'Two rooms', location: 'Juja' };
    const [job] = await db
      .insert(jobs)
      .values({ clientId: client.id, ...texts })
      .returning();
    const { title, description } = texts;
    const expiresAt = new Date(Date.now() + DAY_MS);
    const [ad] = await db
      .insert(ads)
      .values({ clientId: client.id, title, description, expiresAt })
      .returning();
    values.set('job', String(job?.id));
    values.set('ad', String(ad?.id));
    values.set('fundi', String(fundi.id));
  }

  return {
    server,
    port,
    renew,
    fill: (text, index) =>
      text.replace(/@([\w:]+)@/g, (word, name: string) => {
        if (name === 'phone:new') return `01${String(index).padStart(8, '0')}`;
        if (name === 'callback') return server.callbackPaths.at(-1)?.split('/').at(-1) ?? 'none';
        return values.get(name) ?? word;
      }),
    close: () => server.close(),
  };
}
