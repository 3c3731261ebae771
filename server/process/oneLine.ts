/** A failure that a person at a terminal or a page can do something about. The message is one line. */
export class OneLineError extends Error {}
