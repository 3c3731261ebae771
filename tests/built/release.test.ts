/** What `npm run release` packs is enough to run, and holds nothing else. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse } from 'acorn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildForTests } from '../../scripts/build.mjs';
import { copyRelease, trimPackage } from '../../scripts/releaseFiles.mjs';
import { root } from '../../scripts/root.mjs';
import { freePort, spawnServer, TestServer } from '../../testkit/testServer.ts';

interface Manifest {
  scripts: Record<string, string>;
}
interface Packages {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  packages: Record<string, Packages>;
}

const CREDENTIALS = {
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
};

let folder: string;
let manifest: Manifest;
/** Every file but those of packages. */
let files: string[];

/** The packages of the server and theirs, as links to those here: the app's are not in a release. */
function linkPackages(): void {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  const linked = new Set<string>();
  const link = ({ dependencies, optionalDependencies }: Packages) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = `node_modules/${name}`;
      if (linked.has(name) || !existsSync(path.join(root, place))) continue;
      linked.add(name);
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      symlinkSync(path.join(root, place), path.join(folder, place), 'junction');
      link(lock.packages[place] ?? {});
    }
  };
  link(lock.packages.server ?? {});
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fundi-release-'));
  copyRelease(folder, await buildForTests());
  trimPackage(folder);
  manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'));
  linkPackages();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** What the code of a file imports when it runs. */
function importsOf(code: string): string[] {
  const plain = stripTypeScriptTypes(code);
  const { body } = parse(plain, { sourceType: 'module', ecmaVersion: 'latest' });
  const fixed = body.flatMap((line) =>
    'source' in line && line.source ? [line.source.value] : [],
  );
  const late = [...plain.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name]) => name);
  return [...fixed, ...late].map(String);
}
const imports = () =>
  files
    .filter((file) => /^(server|src)\/.*\.ts$/.test(file))
    .flatMap((file) => importsOf(textOf(file)).map((name) => ({ file, name })));
const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '';

describe('the files', () => {
  it('have no settings, no tests and nothing of a build', () => {
    const wrong =
      /(^|\/)(\.env(?!\.example$)|tests|scripts|tools|simulator|\.git)|\.(test\.ts|tsx|db|pem|key)$/;
    expect(files).toContain('dist/index.html');
    expect(files).toContain('.env.example');
    expect(files.filter((file) => wrong.test(file))).toEqual([]);
  });

  it('import only one another, and no simulated M-Pesa but where it is asked for', () => {
    const missing = imports().filter(
      ({ file, name }) =>
        name.startsWith('.') && !existsSync(path.join(folder, path.dirname(file), name)),
    );
    expect(missing).toEqual([{ file: 'server/main.ts', name: '../simulator/simulator.ts' }]);
  });

  it('import every package that is installed for them, and no other', () => {
    const named = imports()
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
      .map(packageOf);
    // The font of shared pictures is read as a file.
    const used = new Set([...named, '@expo-google-fonts/noto-sans']);
    const { dependencies = {} } = JSON.parse(textOf('server/package.json')) as Packages;
    expect([...used].toSorted()).toEqual(Object.keys(dependencies).toSorted());
    expect(textOf('package.json')).not.toContain('"dependencies"');
  });

  it('have every script that the units and the desk start', () => {
    const started = files
      .filter((file) => file.startsWith('deploy/'))
      .flatMap((file) => textOf(file).match(/\bserver\/[\w./]+\.ts\b/g) ?? []);
    expect(started.length).toBeGreaterThan(3);
    expect(started.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  });
});

describe('when it runs', () => {
  let server: TestServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = new TestServer(await freePort(), await freePort(), {
      script: path.join(folder, 'server', 'index.ts'),
      env: {
        ...CREDENTIALS,
        MPESA_MODE: 'daraja',
        MPESA_BASE_URL: 'http://127.0.0.1:9',
        MPESA_CALLBACK_BASE_URL: 'http://127.0.0.1:9',
        DIST_DIR: path.join(folder, 'dist'),
        // Code of this folder is compiled for this test alone.
        NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
      },
    });
    ({ env } = server);
    // It makes a new database, as on a bare machine.
    await server.start();
  });
  afterAll(() => server.dispose());

  /** What a command prints, run in the folder of the release as its operator does. */
  async function run(name: string, args: string[] = []) {
    const [command = '', ...words] = (manifest.scripts[name] ?? '').split(' ');
    expect(command).toBe('node');
    return await promisify(execFile)(process.execPath, [...words, ...args], {
      cwd: folder,
      env,
    }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  }

  it.each(['', 'simulator'])('with MPESA_MODE "%s" says what to set instead', async (mode) => {
    const none = Object.fromEntries(Object.keys(CREDENTIALS).map((name) => [name, '']));
    const settings = { ...env, ...none, MPESA_MODE: mode };
    const child = spawnServer(settings, folder, path.join(folder, 'server', 'index.ts'));
    const [[code], printed] = await Promise.all([once(child, 'close'), text(child.stderr!)]);
    expect(code).toBe(1);
    expect(printed).toBe(
      'MPESA_MODE must be daraja, with the variables below it in .env.example: a release has no simulated M-Pesa.\n',
    );
  });

  it('serves the app and its API', async () => {
    expect(await (await fetch(server.baseURL)).text()).toContain('<!doctype html>');
    expect((await fetch(`${server.baseURL}/api/ads/`)).status).toBe(200);
    // With real M-Pesa there is no simulated phone.
    expect(server.log).not.toContain(server.simulatorURL);
  });

  it('has the commands of its operator', async () => {
    const file = /\S+\.jsonl\.gz/.exec(await run('backup'))?.[0] ?? '';
    expect(existsSync(file)).toBe(true);
    // What they do is asked of the same code in tests/server: to make another database takes seconds.
    expect(await run('restore', [file])).toContain('There is a database in');
    expect(await run('check')).toContain('moves no money');
    expect(await run('admin', ['counts'])).toContain('fundis');
    expect(await run('daraja:check')).toContain('Usage: npm run daraja:check');
    expect(await run('rehearse', ['--help'])).toContain('Usage: npm run rehearse');
    expect(await run('operators:restore')).toContain('Usage: npm run operators:restore');
    expect(Object.keys(manifest.scripts).toSorted()).toEqual([
      'admin',
      'backup',
      'check',
      'daraja:check',
      'operators:restore',
      'rehearse',
      'restore',
      'serve',
    ]);
  });
});
