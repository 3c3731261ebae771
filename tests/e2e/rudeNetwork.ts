/** A network in front of an API that spoils its answers, after the API has done what was asked. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the API has answered. */
interface Came {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

type Spoil = (answer: ServerResponse, came: Came) => unknown;
/** Who answers so has not done what was asked. */
const UNDONE = /redirect/;

const LOGIN = '/login-page';
const PAGE = '<!DOCTYPE html><title>Log in</title><h1>Log in to go on</h1>';
const without = ({ headers }: Came, name: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => !name.test(key)));
const plain = (came: Came) => without(came, /^content-|^transfer-/);

/** What can happen to an answer. */
export const FAULTS = {
  'cut in the middle': (answer, came) => {
    const { status, headers, body } = came;
    answer.writeHead(status, { ...headers, 'content-length': body.length + 1 });
    answer.write(body.subarray(0, -1), () => answer.destroy());
  },
  'cut between chunks': (answer, came) => {
    answer.writeHead(came.status, { ...plain(came), 'content-type': 'application/json' });
    answer.write(came.body.subarray(0, -1), () => answer.destroy());
  },
  'plain under a gzip header': (answer, came) =>
    answer.writeHead(came.status, { ...came.headers, 'content-encoding': 'gzip' }).end(came.body),
  'a failure without CORS': (answer) =>
    answer.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"Boom"}'),
  'a redirect to http': (answer, came) =>
    answer.writeHead(302, { ...plain(came), location: 'http://127.0.0.1:9/login/' }).end(),
  'a redirect to a login page': (answer, came) =>
    answer.writeHead(302, { ...plain(came), location: LOGIN }).end(),
  'no content': (answer, came) => answer.writeHead(204, plain(came)).end(),
  'an empty body': (answer, came) => answer.writeHead(200, plain(came)).end(),
  'never the end': (answer, came) => {
    answer.writeHead(came.status, { ...plain(came), 'content-type': 'application/json' });
    answer.write(came.body.subarray(0, -1));
  },
} satisfies Record<string, Spoil>;

export type RudeFault = keyof typeof FAULTS;

/** Which answers are spoiled: of calls such as "GET /api/fundis/", each with its number among its like. */
interface Plan {
  fault: RudeFault;
  spoils: (call: string, time: number) => boolean;
}

/** The page that a redirect leads to. */
function answerPage({ headers }: IncomingMessage, answer: ServerResponse) {
  const cors = {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
  };
  answer.writeHead(200, { 'content-type': 'text/html', ...cors }).end(PAGE);
}

/** Passes calls on to the API at `target`, and spoils answers as its plan says. */
export async function rudeNetwork(target: string, port: number) {
  let plan: Plan | null = null;
  let sent: string[] = [];
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', headers, url = '' } = asked;
    if (url === LOGIN) return answerPage(asked, answer);
    const name = `${method} ${url}`;
    sent.push(name);
    const times = sent.filter((other) => other === name).length;
    const fault = plan?.spoils(name, times) ? plan.fault : null;
    const isUndone = fault !== null && UNDONE.test(fault);
    const call = request(new URL(url, target), { method: isUndone ? 'OPTIONS' : method, headers });
    asked.pipe(call);
    const [reply] = (await once(call, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await reply.toArray());
    const came = { status: reply.statusCode ?? 502, headers: reply.headers, body };
    if (fault === null) answer.writeHead(came.status, came.headers).end(body);
    else FAULTS[fault](answer, came);
  };
  const server = createServer((asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy());
  }).listen(port, 'localhost');
  await once(server, 'listening');
  return {
    /** From now on answers are spoiled like this; null: none. Forgets what was sent. */
    follow: (next: Plan | null) => {
      plan = next;
      sent = [];
    },
    /** The calls of this method since then, such as "POST /api/jobs/". */
    sent: (method: string) => sent.filter((name) => name.startsWith(method)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
