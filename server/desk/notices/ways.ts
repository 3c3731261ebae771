/** How a notice leaves the machine: by e-mail, and by a command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import { isLocalHost } from '../../process/environment.ts';
import { localTime } from '../../process/nairobi.ts';
import type { NotifyConfig } from '../../process/notifySettings.ts';
import { printable } from '../../process/terminal.ts';
import type { Due } from './due.ts';

export interface Notice {
  /** One line. */
  subject: string;
  /** What a person reads, without anything of a person. */
  text: string;
}

/** One way; `send` throws with the reason in one line. */
export interface Way {
  name: string;
  send(notice: Notice, stop?: AbortSignal): Promise<void>;
}

/** How long a mail server may be silent, and a command may run, in ms. */
interface Patience {
  smtpMs: number;
  commandMs: number;
}
const PATIENCE: Patience = { smtpMs: 15_000, commandMs: 30_000 };
const REASON_MAX = 200;
const SAID_MAX = 1000;
/** What a command finds of the environment: none of the server's secrets. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'SystemRoot'];

/** The notice about what is due. */
export function noticeOf({ finding, isOver }: Due, town: string, now: Date): Notice {
  const { says, todo, over } = finding;
  const subject = `${town}: ${isOver ? over : says}`;
  const place = `${hostname()}, ${localTime(now)} in Nairobi`;
  return {
    subject,
    text: [subject, ...(isOver ? [] : [`What to do: ${todo}`]), place, ''].join('\n'),
  };
}

function byEmail({ to, smtpUrl }: NonNullable<NotifyConfig['email']>, { smtpMs }: Patience): Way {
  const { protocol, hostname: host, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  // A relay on this machine has no certificate for its name; to any other one nothing goes in the clear.
  const isHere = isLocalHost(host);
  const user = decodeURIComponent(username);
  const auth = user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } };
  const transport = createTransport({
    host: host.replace(/^\[(.*)\]$/, '$1'),
    ...(port !== '' && { port: Number(port) }),
    ...auth,
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: isHere,
    dnsTimeout: smtpMs,
    connectionTimeout: smtpMs,
    greetingTimeout: smtpMs,
    socketTimeout: smtpMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = user.includes('@') ? user : (to[0] ?? '');
  return {
    name: `e-mail by ${host}`,
    async send({ subject, text: body }, stop) {
      const late = AbortSignal.timeout(3 * smtpMs);
      const signal = stop ? AbortSignal.any([stop, late]) : late;
      await transport.sendMail({ from, to, subject, text: body, signal });
    },
  };
}

const ended = (code: number | null) => (code === null ? 'was killed' : `ended with code ${code}`);

function byCommand([program = '', ...words]: string[], { commandMs }: Patience): Way {
  const kept = PASSED_ON.map((name) => [name, process.env[name]] as const);
  const env = Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  return {
    name: `the command ${program}`,
    async send({ text: body }, stop) {
      // A group of its own, so that what it has started ends with it.
      const child = spawn(program, words, {
        env,
        stdio: ['pipe', 'ignore', 'pipe'],
        detached: true,
      });
      const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
      const late = setTimeout(kill, commandMs);
      stop?.addEventListener('abort', kill, { once: true });
      let said = '';
      child.stderr.on(
        'data',
        (part: Buffer) => (said = (said + part.toString()).slice(0, SAID_MAX)),
      );
      // A command that does not read closes its end.
      child.stdin.on('error', () => undefined).end(body);
      try {
        const [code] = (await once(child, 'exit')) as [number | null];
        if (code !== 0) throw new Error(`it ${ended(code)}: ${said.trim() || 'it said nothing'}`);
      } finally {
        clearTimeout(late);
        stop?.removeEventListener('abort', kill);
        child.stderr.destroy();
      }
    },
  };
}

/** A failure in one line, short enough for the log. */
export function reasonInLine(error: unknown): string {
  const line = error instanceof Error ? error.message : String(error);
  return printable(line.replace(/\s+/g, ' ')).slice(0, REASON_MAX);
}

/** The ways that the settings name. */
export function waysOf({ email, command }: NotifyConfig, patience = PATIENCE): Way[] {
  return [
    ...(email ? [byEmail(email, patience)] : []),
    ...(command ? [byCommand(command, patience)] : []),
  ];
}
