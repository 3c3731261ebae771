/** A static host for the app, and a slow network to an API elsewhere. */
import { once } from 'node:events';
import { createReadStream, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import path from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** The type of a file of the build, by its name. */
const typeOf = (file: string) => TYPES[path.extname(file)] ?? 'application/octet-stream';

async function listen(listener: RequestListener, port: number): Promise<Server> {
  const server = createServer(listener).listen(port, 'localhost');
  await once(server, 'listening');
  return server;
}

/** Serves a built app as any static host does, with its page for every other address. */
export async function staticHost(folder: string, port: number): Promise<Server> {
  return await listen((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '', 'http://host.invalid');
    const wanted = path.join(folder, pathname);
    const isFile = pathname !== '/' && existsSync(wanted);
    const file = isFile ? wanted : path.join(folder, 'index.html');
    answer.setHeader('content-type', typeOf(file));
    // A page that is still open may ask when the test has removed its folder.
    createReadStream(file)
      .on('error', () => answer.destroy())
      .pipe(answer);
  }, port);
}

/** Passes all calls on to `target`, each as soon as `network.open` resolves, and returns the answers. */
export async function slowNetwork(target: string, port: number, network: { open: Promise<void> }) {
  return await listen((asked, answer) => {
    const pass = async () => {
      await network.open;
      const { method = 'GET', headers } = asked;
      const call = request(new URL(asked.url ?? '', target), { method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(answer);
      });
      call.on('error', () => answer.destroy());
      asked.pipe(call);
    };
    void pass();
  }, port);
}

/** Points a built app at another API, as `VITE_API_BASE_URL` does for a build. */
export function pointAt(dist: string, api: string) {
  for (const file of globSync('**/*.{js,html}', { cwd: dist })) {
    const place = path.join(dist, file);
    const text = readFileSync(place, 'utf8');
    writeFileSync(place, text.replaceAll(/(["'`])\/api\/\1/g, `$1${api}/api/$1`));
  }
}
