/** Whether another build of the app has replaced the one before. */
import { statSync } from 'node:fs';
import path from 'node:path';

/** How long the last look is believed, in ms: every request asks. */
const LOOK_MS = 1000;

/** Answers which build there is now; null while none is whole. */
export type BuildVersion = () => string | null;

/** Looks at `files` in `folder` at most once a second. */
export function watchBuild(folder: string, files: readonly string[]): BuildVersion {
  let looked = -Infinity;
  let version: string | null = null;
  return () => {
    const now = performance.now();
    if (now - looked < LOOK_MS) return version;
    looked = now;
    const stats = files.map((file) => statSync(path.join(folder, file), { throwIfNoEntry: false }));
    version = stats.every(Boolean)
      ? stats.map((stat) => `${stat?.mtimeMs}-${stat?.size}`).join('-')
      : null;
    return version;
  };
}
