/** Lets what this app does not use of react-router fall out of the build: a fifth of its script. */
import type { Plugin } from 'vite';

const PURE = '/* @__PURE__ */';

/** What react-router does for a server that renders pages; there is none, and no link asks for it. */
const SERVER_PREFETCH = /^function PrefetchPageLinks\([\s\S]*?\n\}/m;

/** The plugin. Where a new version of the library is written otherwise, the budgets in tests tell. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/node_modules\/react-router\/dist\//.test(id.replaceAll('\\', '/'))) return null;
      const lean = code
        // Names for development tools keep alive what nobody imports.
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^(var \w+ = )(React\d*\.forwardRef\()/gm, `$1${PURE} $2`)
        .replace(
          /^(var \w+ = )(class extends \w+\.Component \{[\s\S]*?\n\});/gm,
          `$1${PURE} (() => $2)();`,
        )
        .replace(SERVER_PREFETCH, 'function PrefetchPageLinks() { return null; }');
      return { code: lean, map: null };
    },
  };
}
