/** The ports this server listens on, and why one of them cannot be had. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that cannot be listened on. The message is one line that names the setting. */
export class PortError extends Error {
  override name = 'PortError';
}

export interface Place {
  port: number;
  host: string;
  /** The setting that says which port. */
  variable: string;
}

/** Waits until something listens at the place; throws a `PortError` when it cannot. */
export async function listeningAt(place: Place, listening: Promise<unknown>): Promise<void> {
  const { port, host, variable } = place;
  try {
    await listening;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
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

/** Throws a `PortError` when nothing can listen at the place now. */
export async function requireFreePort(place: Place): Promise<void> {
  const { port, host } = place;
  const probe = createServer();
  await listeningAt(place, once(probe.listen({ port, host }), 'listening'));
  probe.close();
  await once(probe, 'close');
}
