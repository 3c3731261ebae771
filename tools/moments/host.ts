/** Gives the page and passes its calls on to a real server, each after the time that a plan says. */
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { typeOf } from '../../testkit/hosts.ts';

/** What happens to the first call of an address before it is answered as usual. */
export type Fault = 'fails' | 'is aborted' | 'meets a hotspot';

export interface Plan {
  /** Whether the page comes as a static host gives it. */
  isStatic: boolean;
  /** How long the answers take, in ms: to the first address that is asked for, and to the others. */
  firstMs: number;
  otherMs: number;
  /** How much later the app's script comes, in ms. */
  scriptMs: number;
  fault?: Fault | undefined;
}

export const PROMPT: Plan = { isStatic: false, firstMs: 0, otherMs: 0, scriptMs: 0 };

export interface Host {
  url: string;
  /** Begins a visit: from now on everything comes as planned. */
  follow: (plan: Plan) => void;
  close: () => void;
}

const FAULTS: Record<Fault, (answer: ServerResponse) => void> = {
  fails: (answer) => answer.writeHead(503).end(),
  'is aborted': (answer) => answer.destroy(),
  'meets a hotspot': (answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to this hotspot</h1>'),
};

/** Starts a host in front of the server at `target`; `folder` has the built app. */
export async function startHost(target: string, folder: string): Promise<Host> {
  let plan = PROMPT;
  let asked = new Set<string>();

  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', headers, url = '' } = incoming;
    const call = request(new URL(url, target), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    call.on('error', () => answer.destroy());
    incoming.pipe(call);
  };
  const answerCall = async (
    pathname: string,
    incoming: IncomingMessage,
    answer: ServerResponse,
  ) => {
    const isAgain = asked.has(pathname);
    const isFirst = [...asked, pathname][0] === pathname;
    asked.add(pathname);
    const { firstMs, otherMs, fault } = plan;
    await sleep(isFirst ? firstMs : otherMs);
    if (fault && !isAgain) FAULTS[fault](answer);
    else pass(incoming, answer);
  };
  const give = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://host.invalid');
    if (pathname.startsWith('/api/')) return await answerCall(pathname, incoming, answer);
    if (/\/app-\w+\.js$/.test(pathname)) await sleep(plan.scriptMs);
    if (!plan.isStatic) return pass(incoming, answer);
    const wanted = path.join(folder, pathname);
    const file = pathname !== '/' && existsSync(wanted) ? wanted : path.join(folder, 'index.html');
    answer.setHeader('content-type', typeOf(file));
    createReadStream(file).pipe(answer);
  };

  const server = createServer((incoming, answer) => void give(incoming, answer));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    follow: (next) => {
      plan = next;
      asked = new Set();
    },
    close: () => server.close(),
  };
}
