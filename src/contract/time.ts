/** Lengths of time in ms. Plain numbers: the build then writes them where they are used. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
