/** The ports this server listens on, and the errors of a port that is not free. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIP } from 'node:net';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { OneLineError } from './oneLine.ts';

/** A port that cannot be listened on. The message names the setting. */
export class PortError extends OneLineError {
  override name = 'PortError';
}

export interface ListenAddress {
  port: number;
  host: string;
  /** The setting that says which port. */
  variable: string;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/** Waits until something listens at the address; throws a `PortError` when it cannot. */
export async function listeningAt(
  address: ListenAddress,
  listening: Promise<unknown>,
): Promise<void> {
  const { port, host, variable } = address;
  try {
    await listening;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new PortError(`Port ${port} is already in use. Set ${variable} to another one.`);
    }
    if (code === 'EACCES') {
      throw new PortError(`Port ${port} may not be used here. Set ${variable} to another one.`);
    }
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
      throw new PortError(`HOST ${host} is not an address of this machine.`);
    }
    throw error;
  }
}

const listening = (server: Server, address: ListenAddress, host: string) =>
  once(server.listen({ port: address.port, host }), 'listening');

/** All addresses that this machine has for `localhost`, IPv4 first; of another host only itself. */
async function addressesOf(host: string): Promise<[string, ...string[]]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  const addresses = new Set(found.map(({ address }) => address));
  const [first = host, ...others] = [...addresses].toSorted((a, b) => isIP(a) - isIP(b));
  return [first, ...others];
}

/** Listens at one more host of the address, unless the machine only has a name for it. */
async function listeningToo(server: Server, address: ListenAddress, host: string): Promise<void> {
  const tried = listening(server, address, host).catch((error: unknown) => {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) throw error;
  });
  await listeningAt(address, tried);
}

/**
 * Makes `app` listen at the address, for `localhost` at every address that this is. Throws a
 * `PortError` when it cannot.
 */
export async function listenAt(app: FastifyInstance, address: ListenAddress): Promise<void> {
  const [first, ...others] = await addressesOf(address.host);
  await listeningAt(address, app.listen({ port: address.port, host: first }));
  for (const host of others) {
    // One server gets the connections of all addresses, so that its limits and its stop cover them all.
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    app.server.once('close', () => door.close());
    await listeningToo(door, address, host);
  }
}

/** Throws a `PortError` when nothing can listen at the place now. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const [first, ...others] = await addressesOf(address.host);
  for (const host of [first, ...others]) {
    const probe = createServer();
    if (host === first) await listeningAt(address, listening(probe, address, host));
    else await listeningToo(probe, address, host);
    if (probe.listening) await once(probe.close(), 'close');
  }
}
