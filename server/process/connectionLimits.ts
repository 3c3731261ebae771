/** How much callers may hold open, and for how long. */
export interface ConnectionLimits {
  /** Open connections in all. */
  most: number;
  /** Open connections from one network, which a trusted proxy may exceed. */
  mostPerNetwork: number;
  /** Until the headers of a request have come, in ms. */
  headersMs: number;
  /** Until a request has come with its whole body, in ms. */
  requestMs: number;
  /** How long a request or its answer may send nothing before its connection is ended, in ms. */
  silentMs: number;
  /** How long an idle connection stays open for the next request, in ms. */
  keepAliveMs: number;
  /** How long a stop waits for what is under way, in ms. */
  closingMs: number;
}

/** Wide enough for a picture of 8 MB at 0.5 Mbps, and for a cybercafé behind one address. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 2000,
  mostPerNetwork: 200,
  headersMs: 15_000,
  requestMs: 150_000,
  silentMs: 20_000,
  keepAliveMs: 72_000,
  closingMs: 5000,
};
