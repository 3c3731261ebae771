/** Builds `src/worker` into `/sw.js` and writes the manifest. A development server has neither. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { DESCRIPTION } from '../../src/contract/pages.ts';
import { scriptAlone } from './buildAlone.ts';
import { firstScript, reachOf } from './chunks.ts';

/** Screens whose scripts are fetched and cached only when somebody opens them. */
const SIGNED_IN = /\/src\/screens\/(auth|client|fundi|pay)\//;
const WORKER = 'src/worker/sw.ts';
const ICON_FOLDER = 'src/components/shell/icons';
const ICONS = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'maskable-512.png', size: 512, purpose: 'maskable' },
];

type Bundle = Rolldown.OutputBundle;

/** A script and those it imports, with their styles and pictures; with `wantsLater` also what it may load later. */
function filesOf(bundle: Bundle, start: string, wantsLater: boolean): string[] {
  const later = (chunk: Rolldown.OutputChunk) =>
    wantsLater ? chunk.dynamicImports.filter((name) => !isSignedIn(bundle[name])) : [];
  const files = reachOf(bundle, start, later).flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
    ...(viteMetadata?.importedAssets ?? []),
  ]);
  return [...new Set(files)];
}

const isSignedIn = (file: Bundle[string] | undefined) =>
  file?.type === 'chunk' && SIGNED_IN.test(file.facadeModuleId ?? '');

const address = (name: string) => `/${name}`;

function shellOf(bundle: Bundle) {
  const entry = firstScript(bundle);
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('The build has no page.');
  const hash = createHash('sha256').update(page.source).update(Object.keys(bundle).sort().join());
  const core = filesOf(bundle, entry.fileName, false);
  const all = filesOf(bundle, entry.fileName, true);
  return {
    // A hashed name changes with its file.
    version: hash.digest('hex').slice(0, 16),
    entry: address(entry.fileName),
    core: ['/', ...core.map(address)],
    more: [
      ...all.filter((name) => !core.includes(name)),
      // The boot scripts that draw: no other scripts are assets.
      ...Object.keys(bundle).filter(
        (name) => name.endsWith('.js') && bundle[name]?.type === 'asset',
      ),
    ].map(address),
  };
}

function manifestOf(name: string, icons: object[]): string {
  return JSON.stringify({
    id: '/',
    name,
    short_name: name.length > 12 ? name.split(' ')[0] : name,
    description: DESCRIPTION,
    lang: 'en-KE',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#0e5245',
    background_color: '#fbf6ec',
    icons,
  });
}

/** The plugin that makes the built app installable and readable without a network. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const icons = ICONS.map(({ file, size, purpose }) => {
          const source = readFileSync(path.join(config.root, ICON_FOLDER, file));
          const built = this.emitFile({ type: 'asset', name: file, source });
          const src = address(this.getFileName(built));
          return { src, sizes: `${size}x${size}`, type: 'image/png', purpose };
        });
        const name = (config.env.VITE_APP_NAME as string | undefined)?.trim() || 'Fundi Mtaani';
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source });
        emit('manifest.webmanifest', manifestOf(name, icons));
        const worker = await scriptAlone(config, WORKER, { SHELL: shellOf(bundle) });
        emit('sw.js', worker.code);
      },
    },
  };
}
