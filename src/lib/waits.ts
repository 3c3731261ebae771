/** How long the start of a page and its calls wait, in ms: each time once, with its reason. */

/**
 * What is drawn first may hold back so long what comes after it: the app's scripts, for which the network would
 * be shared, and then the app itself, whose first picture shall have the whole answer.
 */
export const DRAWING_MS = 1500;

/** From when on a call is slow, and the page says that it goes on trying. */
export const SLOW_MS = 8000;

/** A check of a payment holds up the next one so long; its own answer may still come. */
export const CHECK_MS = 10_000;

/** Some phones never answer for a picture: to read its file, and to decode it, may take so long. */
export const PICTURE_MS = 15_000;

/** A read is given up, and tried again, after more than the slowest useful answer takes on a 2G network. */
export const READ_MS = 20_000;

/** After it the page says that the app's scripts do not come: more than they take on a 2G network. */
export const APP_MS = 30_000;

/**
 * A write is never sent twice, so it waits until a server that sleeps has woken up. A read that was given up
 * waits so long at its next tries: the server may answer every call so late.
 */
export const WRITE_MS = 60_000;

/** Resolves after this time. */
export const after = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms);
  });
