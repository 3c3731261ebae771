/** How much memory the run may take, beyond what was taken when it began. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

/** Several times what a run takes: see docs/security.md. */
export const MEMORY_LIMITS_MB = { heapAtEnd: 150, rssAtMost: 700 };

function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

export interface MemoryWatch {
  look(): void;
  /** What was taken in MB, and what is wrong with it, in words. */
  end(): { heapMb: number; rssMb: number; fault: string | null };
}

/** Watches the memory of this process from now on. */
export function watchMemory(): MemoryWatch {
  collect();
  const before = process.memoryUsage();
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss() - before.rss);
  };
  return {
    look,
    end: () => {
      look();
      collect();
      const heapMb = Math.round((process.memoryUsage().heapUsed - before.heapUsed) / MB);
      const rssMb = Math.round(most / MB);
      const { heapAtEnd, rssAtMost } = MEMORY_LIMITS_MB;
      const isWithin = heapMb <= heapAtEnd && rssMb <= rssAtMost;
      const text = `the heap has grown by ${heapMb} MB (${heapAtEnd} are allowed), the process by ${rssMb} MB (${rssAtMost})`;
      return { heapMb, rssMb, fault: isWithin ? null : text };
    },
  };
}
