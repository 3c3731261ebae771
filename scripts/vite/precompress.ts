/** Writes a brotli and a gzip copy of every text file of the build, for the server to send. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = '**/*.{css,html,js,json,svg,webmanifest}';
/** Smaller files, in bytes, fit into one packet anyway. */
const MIN_SIZE = 500;

/** The brotli copy of a file, as small as possible. */
export function brotli(content: Uint8Array): Uint8Array {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });
}

/** The plugin; it must be the last one, when all files are written. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir: folder = '' }) {
        for (const name of globSync(TEXTS, { cwd: folder })) {
          const file = path.join(folder, name);
          const content = readFileSync(file);
          if (content.byteLength < MIN_SIZE) continue;
          writeFileSync(`${file}.br`, brotli(content));
          writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
        }
      },
    },
  };
}
