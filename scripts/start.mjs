// `npm start`: builds the app when its sources changed, then serves it with the API.
import { buildIfChanged } from './build.mjs';
import { requireNode24 } from './node24.mjs';
import { root } from './root.mjs';

requireNode24();
process.chdir(root);
process.env.NODE_ENV ??= 'production';
// Not when a person starts it by hand in the background: then it may outlive its shell.
if (process.env.npm_lifecycle_event) await import('./followParent.mjs');

try {
  await buildIfChanged();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
await import('../server/index.ts');
