/** The people of a town and what they pay for, on its machines. */
import { eq, inArray } from 'drizzle-orm';
import { accounts } from '../../../server/db/schema/people.ts';
import { keyOf, promptTexts } from '../../../server/payments/payables.ts';
import type { Payable } from '../../../server/payments/payables.ts';
import { createSession } from '../../../server/people/auth.ts';
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import { freshDatabase } from '../../../testkit/contract/freshDatabase.ts';
import { insertPayable } from '../../../testkit/payingTown.ts';
import { Machines } from './machines.ts';

/** What people pay for, and who. */
export interface Thing extends Payable {
  id: number;
  owner: number;
  key: string;
  /** Its account on the Pay Bill menu, and its price. */
  reference: string;
  price: number;
}

export class Town extends Machines {
  things: Thing[] = [];
  clients: number[] = [];
  fundis: { id: number; phone: string }[] = [];
  private people = 0;

  /** Opens it; `reset` begins a world, `close` gives the clock and `fetch` back. */
  static async open(): Promise<Town> {
    const town = new Town(await freshDatabase(undefined));
    await town.start();
    return town;
  }

  /** Begins a world: a first morning, two clients and two fundis. */
  override async reset(): Promise<void> {
    await super.reset();
    this.things = [];
    this.clients = [];
    this.fundis = [];
    this.people = 0;
    for (let made = 0; made < 2; made += 1) {
      await this.addPerson('client');
      await this.addThing('subscription');
    }
  }

  /** A call of a person to the API; the status. */
  async call(owner: number, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const [account] = await this.db.select().from(accounts).where(eq(accounts.id, owner));
    if (!account) return 401;
    const token = await createSession({ ...this.ctx, db: this.db, now: () => new Date() }, owner);
    const headers = { authorization: `Token ${token}` };
    const answer = await this.app.inject({ method, url, headers, ...(payload && { payload }) });
    this.look(`${method} ${url}`, answer);
    await this.idle();
    return answer.statusCode;
  }

  async addPerson(role: 'client' | 'fundi'): Promise<number> {
    this.people += 1;
    const phone = `07${String(this.people).padStart(8, '0')}`;
    const [account] = await this.db
      .insert(accounts)
      .values({ role, name: role, phoneNumber: phone, idNumber: phone, passwordHash: '' })
      .returning();
    const id = account?.id ?? 0;
    if (role === 'client') this.clients.push(id);
    else this.fundis.push({ id, phone });
    return id;
  }

  /** One of the clients who are not erased, or a new one. */
  private async someClient(which: number): Promise<number> {
    const known = inArray(accounts.id, this.clients);
    const rows = await this.db.select({ id: accounts.id }).from(accounts).where(known);
    this.clients = rows.map(({ id }) => id).toSorted((one, other) => one - other);
    return this.clients[which % this.clients.length] ?? (await this.addPerson('client'));
  }

  /** Something new to pay for; a subscription is that of a new fundi. */
  async addThing(purpose: PaymentPurpose, client = 0): Promise<void> {
    const owner =
      purpose === 'subscription' ? await this.addPerson('fundi') : await this.someClient(client);
    const made = await insertPayable(this.db, purpose, owner, { createdAt: new Date() });
    const id = made.jobId ?? made.adId ?? owner;
    const accountId = purpose === 'subscription' ? owner : null;
    const payable: Payable = { ...made, accountId };
    const { reference, amount: price } = promptTexts(payable);
    this.things.push({ ...payable, id, owner, key: keyOf(payable), reference, price });
  }
}
