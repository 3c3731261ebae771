/** Notes beside the built app what each of its scripts is made of, for the budgets in the tests. */
import type { Plugin, Rolldown } from 'vite';

/** Below the built app; servers do not send files that start with a dot. */
export const SIZES_FILE = '.sizes.json';

/** A script of the built app. */
export interface BuiltScript {
  /** The screen it starts with, if it is one: the path of its file. */
  screen: string | null;
  /** Scripts and styles that come with it at once. */
  needs: string[];
  /** Length of each module's code before it was shortened, and who imports it. */
  modules: Record<string, { size: number; importers: string[] }>;
}

export type BuiltSizes = Record<string, BuiltScript>;

function describe(context: Rolldown.PluginContext, chunk: Rolldown.OutputChunk, short: Shorten) {
  const modules: BuiltScript['modules'] = {};
  for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
    const importers = context.getModuleInfo(id)?.importers ?? [];
    modules[short(id)] = { size: renderedLength, importers: importers.map(short) };
  }
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  const screen = chunk.facadeModuleId ? short(chunk.facadeModuleId) : null;
  return { screen, needs: [...chunk.imports, ...styles], modules } satisfies BuiltScript;
}

type Shorten = (id: string) => string;

/** The plugin. */
export function sizes(root: string): Plugin {
  const short: Shorten = (id) => id.replaceAll('\\', '/').replace(`${root}/`, '');
  return {
    name: 'sizes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const scripts: BuiltSizes = {};
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') scripts[file.fileName] = describe(this, file, short);
      }
      this.emitFile({ type: 'asset', fileName: SIZES_FILE, source: JSON.stringify(scripts) });
    },
  };
}
