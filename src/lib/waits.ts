/** How long the app waits, in ms: each time once, with its reason. Those of the specification are in `contract`. */

/** A press lasts so long before it asks for data: a finger that scrolls has moved by then. */
export const MEANT_MS = 60;

/** After the last key, before the search text goes into the address. */
export const TYPING_MS = 300;

/** The worker answers with its copy when the network takes longer than this. */
export const COPY_AFTER_MS = 700;

/** Several events announce one return to the page: they lead to one check of a payment. */
export const WAKE_MS = 1000;

/**
 * What is drawn first may hold back so long what comes after it: the app's scripts, for which the network would
 * be shared, and then the app itself, whose first picture shall have the whole answer.
 */
export const DRAWING_MS = 1500;

/** Before a script is fetched that is needed soon, where the browser does not say that it is idle. */
export const SOON_MS = 2000;

/** The same where it does, but is never idle. */
export const IDLE_MS = 5000;

/** The login waits so long for a fundi's profile before it opens the dashboard. */
export const PROFILE_MS = 5000;

/** A growing list may take so long until the place is there to which Back returns. */
export const SCROLL_MS = 8000;

/** From when on a call is slow, and the page says that it goes on trying. */
export const SLOW_MS = 8000;

/** The next check of a payment waits at most so long for the one before it, whose answer may still come. */
export const CHECK_MS = 10_000;

/** The status of an open payment is asked for at this pause while a list of the client's own is in sight. */
export const STATUS_MS = 10_000;

/** While a copy is shown, the API is asked again after this pause. */
export const COPY_MS = 10_000;

/** Until the browser says whether there is a new version, and until a worker takes over. */
export const TAKE_OVER_MS = 10_000;

/** Some phones never answer for a picture: to read its file, and to decode it, may take so long. */
export const PICTURE_MS = 15_000;

/** A read is given up, and tried again, after more than the slowest useful answer takes on a 2G network. */
export const READ_MS = 20_000;

/** An answer counts as new so long. */
export const STALE_MS = 30_000;

/** After it the page says that the app's scripts do not come: more than they take on a 2G network. */
export const APP_MS = 30_000;

/**
 * A write is never sent twice, so it waits until a server that sleeps has woken up. A read that was given up
 * waits so long at its next tries: the server may answer every call so late.
 */
export const WRITE_MS = 60_000;

/** Until a new version is installed: on a slow network its files take long. */
export const INSTALL_MS = 60_000;

/** A page that stays open looks for a new version once an hour, when the person returns to it. */
export const VERSION_MS = 60 * 60 * 1000;

/** Resolves after this time. */
export const after = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms);
  });
