/** Ends the server: closes what has been opened, in the reverse order, within a time limit. */

/** npm and the terminal each pass Ctrl-C on: only a signal well after the first one forces. */
const SAME_PRESS_MS = 1000;

/** The longest time of a stop, whatever callers, the database or the provider do. */
const STOP_MS = 9000;

/** What has been opened, the newest last. */
export type Closing = { name: string; close: () => Promise<unknown> }[];

/** Closes everything; what does not close well is said, and the exit code is 1 then. */
export async function closeAll(closing: Closing): Promise<void> {
  for (const { name, close } of closing.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`The ${name} did not close well: ${reason}\n`);
      process.exitCode = 1;
    }
  }
}

/** Closes everything and exits when a signal ends the process; a second signal does not wait. */
export function closeOnSignal(closing: Closing): void {
  let since: number | undefined;
  const stop = () => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_PRESS_MS) process.exit(1);
      return;
    }
    since = performance.now();
    setTimeout(() => {
      process.stderr.write('The server did not stop in time.\n');
      process.exit(1);
    }, STOP_MS).unref();
    void closeAll(closing).then(() => process.exit());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}
