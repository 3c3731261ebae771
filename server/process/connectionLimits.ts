/** How much callers may hold open, and for how long: wide enough for a picture of 8 MB at 0.5 Mbps, and for a cybercafé behind one address. */
export const CONNECTION_LIMITS = {
  /** Open connections in all. */
  most: 2000,
  /** Open connections from one network, which a trusted proxy may exceed. */
  mostPerNetwork: 200,
  /** Until the headers of a request have come, in ms. */
  headersMs: 15_000,
  /** Until a request has come with its whole body, in ms. */
  requestMs: 150_000,
  /** How long a request or its answer may send nothing before its connection is ended, in ms. */
  silentMs: 20_000,
  /**
   * How long an idle connection stays open for the next request, in ms. Longer than the proxy keeps it
   * (`deploy/Caddyfile`): else a request may meet a connection that is just ended.
   */
  keepAliveMs: 72_000,
  /** How long a stop waits for what is under way, in ms. */
  closingMs: 5000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;
