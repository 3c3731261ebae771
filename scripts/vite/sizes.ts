/** Writes beside the built app what each script consists of, for the budgets in the tests. */
import type { Plugin, Rolldown } from 'vite';

/** In the folder of the built app; servers do not send files that start with a dot. */
const SIZES_FILE = '.sizes.json';
/** The same, with the files of scripts that are built separately. */
export const SIZES_FILES = '.sizes*.json';

/** A script of the built app. */
export interface BuiltScript {
  /** The module that loads it, such as a screen; null for a script that others share. */
  start: string | null;
  /** Scripts and styles that are loaded with it. */
  needs: string[];
  /** Each module's length before minification, and what imports it or its package. */
  modules: Record<string, { size: number; importers: string[] }>;
}

export type BuiltSizes = Record<string, BuiltScript>;

const packageOf = (id: string) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(slashed(id))?.[0];

/** What imports a module, or its package when it belongs to one. */
function importersOf(context: Rolldown.PluginContext, id: string): string[] {
  const home = packageOf(id);
  const seen = new Set([id]);
  const found = new Set<string>();
  const visit = (current: string) => {
    for (const importer of context.getModuleInfo(current)?.importers ?? []) {
      if (home === undefined || packageOf(importer) !== home) found.add(importer);
      else if (!seen.has(importer)) {
        seen.add(importer);
        visit(importer);
      }
    }
  };
  visit(id);
  return [...found];
}

function describe(context: Rolldown.PluginContext, chunk: Rolldown.OutputChunk, short: Shorten) {
  const modules: BuiltScript['modules'] = {};
  for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
    modules[short(id)] = {
      size: renderedLength,
      importers: importersOf(context, id).map(short),
    };
  }
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  const start = chunk.facadeModuleId ? short(chunk.facadeModuleId) : null;
  return { start, needs: [...chunk.imports, ...styles], modules } satisfies BuiltScript;
}

const slashed = (id: string) => id.replaceAll('\\', '/');
type Shorten = (id: string) => string;

/** The plugin; `root` as Vite has it. */
export function sizes(root: string, fileName = SIZES_FILE): Plugin {
  const short: Shorten = (id) => slashed(id).replace('\0', '').replace(`${root}/`, '');
  return {
    name: 'sizes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const scripts: BuiltSizes = {};
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') scripts[file.fileName] = describe(this, file, short);
      }
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(scripts) });
    },
  };
}
