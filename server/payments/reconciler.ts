/** Settles open payments in the background, for as long as the server runs. */
import type { FastifyBaseLogger } from 'fastify';
import type { Inquiry } from './inquiry.ts';

export interface Reconciler {
  start(): void;
  /** Ends it; resolves when the round under way is done. */
  stop(): Promise<void>;
}

/** How many payments one round asks for at once. */
const BATCH = 20;

/** Looks for due payments every `tickMs`; rounds never overlap. */
export function createReconciler(
  inquiry: Inquiry,
  log: FastifyBaseLogger,
  tickMs: number,
): Reconciler {
  /** Absent while it is stopped. */
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;

  async function run(): Promise<void> {
    let settled = 0;
    try {
      settled = await inquiry.settleDue(BATCH);
    } catch (error) {
      log.error({ err: error }, 'the reconciler could not look for due payments');
    }
    if (timer !== undefined) timer = setTimeout(tick, settled === BATCH ? 0 : tickMs);
  }

  function tick(): void {
    round = run();
  }

  return {
    start() {
      timer ??= setTimeout(tick, 0);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await round;
    },
  };
}
