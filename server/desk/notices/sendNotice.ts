/** How a notice leaves the machine: by e-mail, and by a command. */
import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import { isLocalHost, plain } from '../../process/environment.ts';
import { localTime } from '../../process/nairobi.ts';
import type { NotifyConfig } from '../../process/notifySettings.ts';
import { fileErrorText } from '../../process/fileErrors.ts';
import { runProgram } from '../../process/child.ts';
import { printable } from '../terminal.ts';
import type { DueNotice } from './claimNotice.ts';

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
const PATIENCE = { smtpMs: 15_000, commandMs: 30_000 };
type Patience = typeof PATIENCE;
const REASON_MAX = 200;

export function noticeOf({ finding, isOver }: DueNotice, town: string, now: Date): Notice {
  const { says, todo, over } = finding;
  const subject = `${town}: ${isOver ? over : says}`;
  const place = `${hostname()}, ${localTime(now)} in Nairobi`;
  return {
    subject,
    text: [subject, ...(isOver ? [] : [`What to do: ${todo}`]), place, ''].join('\n'),
  };
}

function byEmail(
  { to, from, smtpUrl }: NonNullable<NotifyConfig['email']>,
  { smtpMs }: Patience,
): Way {
  const { protocol, hostname: host, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  // A relay on this machine has no certificate for its name; to any other one nothing goes in the clear.
  const isHere = isLocalHost(host);
  const user = plain(username);
  const auth = user === '' ? {} : { auth: { user, pass: plain(password) } };
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
  const sender = from ?? (user.includes('@') ? user : to[0]);
  return {
    name: `e-mail by ${host}`,
    async send({ subject, text: body }, stop) {
      const late = AbortSignal.timeout(3 * smtpMs);
      const signal = stop ? AbortSignal.any([stop, late]) : late;
      await transport.sendMail({ from: sender, to, subject, text: body, signal });
    },
  };
}

const byCommand = (words: string[], { commandMs: patienceMs }: Patience): Way => ({
  name: `the command ${words[0]}`,
  send: ({ text: input }, stop) => runProgram(words, { input, patienceMs, stop }),
});

export function reasonInLine(error: unknown): string {
  const line = fileErrorText(error) ?? (error instanceof Error ? error.message : String(error));
  return printable(line.replace(/\s+/g, ' ')).slice(0, REASON_MAX);
}

export function waysOf({ email, command }: NotifyConfig, patience = PATIENCE): Way[] {
  return [
    ...(email ? [byEmail(email, patience)] : []),
    ...(command ? [byCommand(command, patience)] : []),
  ];
}
