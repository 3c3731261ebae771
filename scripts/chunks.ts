/** Which modules share a script: few files on the way to the first card, and long-lived ones. */
import path from 'node:path';
import type { Rolldown } from 'vite';

/** The libraries that every screen needs: they change seldom and stay cached over versions. */
const VENDOR =
  /rolldown\/runtime|\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:react-query|query-core))\//;
/** Parts of them that only some screens need. */
const NOT_VENDOR = /\/(?:mutationObserver|useMutation|useIsFetching|useMutationState)\.js$/;

/** What these need at once, apart from the screen itself, is in the app's first script. */
const FIRST = ['src/main.tsx', 'src/screens/public/FundiList.tsx'] as const;
const SCREEN = '/src/screens/';

/** What all screens with a form share. */
const FORMS =
  /\/node_modules\/(?:zod|react-hook-form|@hookform)\/|\/src\/(?:contract\/schemas|lib\/forms\/useForm|lib\/useRedirect|components\/Field)\.tsx?$/;
/** What the screens of an account's beginning share, apart from these themselves. */
const ACCOUNT = /\/src\/screens\/auth\/(?!Login|Register|ResetPassword|use)/;

/** Groups for rolldown's `codeSplitting`: `vendor`, `app` with what the directory needs, and more. */
export function firstChunks(root: string): Rolldown.CodeSplittingGroup[] {
  const first = new Set<string>();
  const visit = (id: string, context: Rolldown.ChunkingContext) => {
    if (first.has(id) || id.includes('/node_modules/')) return;
    first.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next, context);
  };
  return [
    {
      name: 'vendor',
      test: (id) => VENDOR.test(slashed(id)) && !NOT_VENDOR.test(slashed(id)),
      priority: 3,
      includeDependenciesRecursively: false,
    },
    {
      debugName: 'app',
      name: (id, context) => {
        if (first.size === 0) for (const file of FIRST) visit(path.join(root, file), context);
        return first.has(id) && !slashed(id).includes(SCREEN) ? 'app' : null;
      },
      priority: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: 'form',
      test: (id) => FORMS.test(slashed(id)),
      priority: 1,
      includeDependenciesRecursively: false,
    },
    {
      name: 'account',
      test: (id) => ACCOUNT.test(slashed(id)),
      priority: 1,
      includeDependenciesRecursively: false,
    },
  ];
}

/** The script that starts the app. The page names it itself: it is no entry of its own any more. */
export function firstScript(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk | undefined {
  return Object.values(bundle)
    .filter((file) => file.type === 'chunk')
    .find(({ moduleIds }) => moduleIds.some((id) => slashed(id).endsWith(FIRST[0])));
}

const slashed = (id: string) => id.replaceAll('\\', '/');
