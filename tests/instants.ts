/**
 * The moments at which the tests of `unit` and `screens` run, each with the time zone of the
 * machine and what is added to the names of its projects. Every other file takes the time from the
 * stopped clock.
 */
export const INSTANTS = [
  // A Saturday morning in Nairobi.
  { suffix: '', env: { TEST_NOW: '2026-11-21T09:00:00+03:00', TZ: 'Africa/Nairobi' } },
  // The last half hour of a leap day in Nairobi; where the machine stands, it is the day after.
  { suffix: '-leap', env: { TEST_NOW: '2028-02-29T23:30:00+03:00', TZ: 'Pacific/Auckland' } },
];
