/** The built app as files: what each needs, its size when sent, and the imports that cause it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotli } from '../../scripts/vite/precompress.ts';
import { SIZES_FILES, type BuiltSizes } from '../../scripts/vite/sizes.ts';

/** How many modules a report names. */
const NAMED_MAX = 12;

const inKB = (bytes: number) => bytes / 1000;

/** What a module is counted as: its package, or itself when it is the app's own. */
function partOf(module: string): string {
  return packageOf(module) ?? module;
}

function packageOf(module: string): string | null {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? null;
}

/** A package or a module of the app, as far as it is in some scripts. */
interface Part {
  name: string;
  isPackage: boolean;
  /** Length of its code before it was shortened. */
  size: number;
  importers: Set<string>;
}

/** A build in a folder. Sizes are in KB. */
export class BuiltApp {
  readonly #folder: string;
  readonly #scripts: BuiltSizes;

  constructor(folder: string) {
    this.#folder = folder;
    const notes = this.files(SIZES_FILES).map((file) => readFileSync(this.#at(file), 'utf8'));
    this.#scripts = Object.assign({}, ...notes.map((note) => JSON.parse(note) as BuiltSizes));
  }

  /** What files weigh when they are sent. */
  weight(files: Iterable<string>): number {
    const sent = [...files].map((file) =>
      existsSync(this.#at(`${file}.br`)) ? `${file}.br` : file,
    );
    return inKB(sent.reduce((sum, file) => sum + readFileSync(this.#at(file)).byteLength, 0));
  }

  /** The files of the build that match. */
  files(pattern: string): string[] {
    return globSync(pattern, { cwd: this.#folder });
  }

  /** The size of everything in the page between tags of that name, together. */
  inPage(tag: 'script' | 'style'): number {
    const page = readFileSync(this.#at('index.html'), 'utf8');
    const texts = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
    return inKB(brotli(Buffer.from(texts.map(([, text]) => text).join('\n'))).byteLength);
  }

  /** The modules for which a script is fetched: screens, and what comes later still. */
  starts(): string[] {
    return Object.values(this.#scripts).flatMap(({ start }) => start ?? []);
  }

  /** The scripts that come with a module at once. */
  scriptsOf(module: string): Set<string> {
    const found = new Set<string>();
    const visit = (file: string) => {
      const script = this.#scripts[file];
      if (!script || found.has(file)) return;
      found.add(file);
      for (const next of script.needs) visit(next);
    };
    const home = Object.entries(this.#scripts).find(([, { modules }]) => module in modules);
    if (!home) throw new Error(`${module} is in no script of the build.`);
    visit(home[0]);
    return found;
  }

  /** The packages in scripts. */
  packages(files: Iterable<string>): string[] {
    return this.#parts(files)
      .filter(({ isPackage }) => isPackage)
      .map(({ name }) => name);
  }

  /** For a person: what scripts are made of and who imports it, packages not `known` first. */
  blame(files: Iterable<string>, known: readonly string[]): string {
    const parts = this.#parts(files);
    const isNew = ({ name, isPackage }: Part) => isPackage && !known.includes(name);
    const named = [...parts.filter(isNew), ...parts.filter((part) => !isNew(part))];
    const lines = named.slice(0, NAMED_MAX).map((part) => {
      const from = [...part.importers].slice(0, 3).join(', ') || 'an import()';
      const size = inKB(part.size).toFixed(1).padStart(7);
      return `${isNew(part) ? 'NEW' : '   '} ${size}  ${part.name}  imported by ${from}`;
    });
    return ['Made of, in KB before it is shortened:', ...lines].join('\n');
  }

  /** What scripts are made of, the largest first. */
  #parts(files: Iterable<string>): Part[] {
    const parts = new Map<string, Part>();
    for (const file of files) {
      for (const [module, { size, importers }] of Object.entries(
        this.#scripts[file]?.modules ?? {},
      )) {
        const name = partOf(module);
        const isPackage = name !== module;
        const part = parts.get(name) ?? { name, isPackage, size: 0, importers: new Set<string>() };
        part.size += size;
        for (const from of importers.map(partOf)) if (from !== name) part.importers.add(from);
        parts.set(name, part);
      }
    }
    return [...parts.values()].sort((a, b) => b.size - a.size);
  }

  #at(file: string): string {
    return path.join(this.#folder, file);
  }
}
