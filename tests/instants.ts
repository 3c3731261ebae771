/**
 * The moments at which the tests of `unit` and `screens` run. Every other file takes the time from
 * the stopped clock: this is the one place that sets it, and the zone of the machine with it.
 */
export const INSTANTS = {
  /** A Saturday morning in Nairobi. */
  usual: { TEST_NOW: '2026-11-21T09:00:00+03:00', TZ: 'Africa/Nairobi' },
};
