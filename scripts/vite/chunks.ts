/** Which modules share a script: few files before the first card, and libraries apart. */
import path from 'node:path';
import type { Rolldown } from 'vite';

/** The libraries that every screen needs: they seldom change, so new versions find them cached. */
const VENDOR =
  /rolldown\/runtime|\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:react-query|query-core))\//;
/** Parts of them that only some screens need. */
const NOT_VENDOR = /\/(?:mutationObserver|useMutation)\.js$/;

/** All that these import is in the app's first script, apart from the screen and its list. */
const FIRST = ['src/main.tsx', 'src/screens/public/FundiList.tsx'];
const SCREEN = '/src/screens/';

const TRADES = /\/src\/(?:contract|lib)\/trades\.ts$/;
/** What only the directory and the jobs have: a list with its search and filters. */
const LIST = /\/src\/(?:components|lib)\/list\/(?!FundiTile|ListNotes|Marked|TradeRow|useSearch)/;

/**
 * The name of a built script, `OfferForm` for `AdForm`: ad blockers, which some browsers bring along,
 * refuse addresses with the word "ad".
 */
export const neutralName = (name: string) => name.replace(/(?:^ad|Ad)(?=s?(?![a-z]))/, 'Offer');

const FORM =
  /\/node_modules\/(?:zod|react-hook-form|@hookform)\/|\/src\/(?:contract\/inputs|lib\/useRedirect|components\/Field)\.tsx?$/;

/** Groups for rolldown's `codeSplitting`: few scripts, so that few addresses stand in the page. */
export function firstChunks(root: string): Rolldown.CodeSplittingGroup[] {
  const first = new Set<string>();
  const visit = (id: string, context: Rolldown.ChunkingContext) => {
    if (first.has(id) || id.includes('/node_modules/')) return;
    first.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next, context);
  };
  const ofFirst = (id: string, context: Rolldown.ChunkingContext) => {
    if (first.size === 0) for (const file of FIRST) visit(path.join(root, file), context);
    if (!first.has(id) || slashed(id).includes(SCREEN)) return null;
    return LIST.test(slashed(id)) ? 'list' : 'app';
  };
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'vendor', test: isVendor, priority: 3 },
    { name: 'trades', test: (id) => TRADES.test(slashed(id)), priority: 3 },
    { debugName: 'app', name: ofFirst, priority: 2 },
    { name: 'form', test: (id) => FORM.test(slashed(id)), priority: 1 },
  ];
  return groups.map((group) => ({ ...group, includeDependenciesRecursively: false }));
}

/** The script with a module, by its path; throws when there is none. */
export function scriptWith(bundle: Rolldown.OutputBundle, file: RegExp): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => file.test(slashed(id))));
  if (!chunk) throw new Error(`No script has ${file}.`);
  return chunk;
}

/** The script that starts the app. */
export const firstScript = (bundle: Rolldown.OutputBundle) =>
  scriptWith(bundle, /\/src\/main\.tsx$/);

/** A script and those that it imports, in turn; of each also the scripts that `more` names. */
export function reachOf(
  bundle: Rolldown.OutputBundle,
  start: string,
  more: (chunk: Rolldown.OutputChunk) => string[] = () => [],
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    for (const next of [...chunk.imports, ...more(chunk)]) visit(next);
  };
  visit(start);
  return [...found];
}

const isVendor = (id: string) => VENDOR.test(slashed(id)) && !NOT_VENDOR.test(slashed(id));
const slashed = (id: string) => id.replaceAll('\\', '/');
