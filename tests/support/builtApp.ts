/** The built app as files: what each screen needs, and its size when sent. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotli } from '../../scripts/vite/precompress.ts';

/** What Vite's manifest says of a script. */
interface BuiltScript {
  file: string;
  /** Of a script that several share. */
  name?: string;
  /** Whether an `import()` loads it, such as a screen. */
  isDynamicEntry?: boolean;
  /** Scripts that are loaded with it, by their names in the manifest. */
  imports?: string[];
}

const inKB = (bytes: number) => bytes / 1000;

/** A build in a folder. Sizes are in KB. */
export class BuiltApp {
  readonly #folder: string;
  readonly #scripts: Record<string, BuiltScript>;

  constructor(folder: string) {
    this.#folder = folder;
    const manifest = readFileSync(this.#at('.vite/manifest.json'), 'utf8');
    this.#scripts = JSON.parse(manifest) as Record<string, BuiltScript>;
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

  /** The modules for which a script is fetched when they are wanted: screens, and what comes later still. */
  starts(): string[] {
    return Object.keys(this.#scripts).filter((name) => this.#scripts[name]?.isDynamicEntry);
  }

  /** The scripts that come at once with a module, or with the shared script of this name. Throws for none. */
  scriptsOf(start: string): Set<string> {
    const found = new Set<string>();
    const visit = (name: string) => {
      const script = this.#scripts[name];
      if (!script) throw new Error(`${name} has no script in the build.`);
      if (found.has(script.file)) return;
      found.add(script.file);
      for (const next of script.imports ?? []) visit(next);
    };
    const named = Object.keys(this.#scripts).find((key) => this.#scripts[key]?.name === start);
    visit(start in this.#scripts ? start : (named ?? start));
    return found;
  }

  #at(file: string): string {
    return path.join(this.#folder, file);
  }
}
