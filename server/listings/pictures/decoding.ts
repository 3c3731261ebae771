/** The limits of decoding one picture. The child process that decodes it checks them itself. */

/** More than most phones take; a picture of more pixels is refused by its header. */
export const MAX_PIXELS = 24_000_000;
/** Memory of the whole child process, in bytes. Node and the decoder alone take 75 MB of it. */
export const MAX_MEMORY = 160_000_000;
/** Processor time of the child process. The largest pictures take two seconds. */
export const MAX_CPU_SECONDS = 8;
/** The child is killed after this time. It is longer, because the child waits on a busy machine. */
export const MAX_SECONDS = 45;

/** How the child process ends. One that takes too much is killed. */
export const EXIT = { done: 0, unreadable: 10, tooManyPixels: 11 } as const;
