/** How a notice leaves the machine: by e-mail, and by a command. */
import { hostname } from 'node:os';
import { createTransport } from 'nodemailer';
import { isLocalHost, plain } from '../../process/environment.ts';
import { localTime } from '../../process/nairobi.ts';
import type { NotifyConfig } from '../../process/notifySettings.ts';
import { runProgram } from '../../process/child.ts';
import type { Finding } from './causes.ts';

export interface Notice {
  /** One line. */
  subject: string;
  /** What a person reads, without anything of a person. */
  text: string;
}

/** One way; `send` throws when it fails, and when `stop` says so. */
export interface Way {
  name: string;
  send(notice: Notice, stop?: AbortSignal): Promise<void>;
}

/** How long a way may take, in ms. */
const SEND_MS = 30_000;

export function noticeOf({ cause, holds, says, todo }: Finding, town: string, now: Date): Notice {
  const subject = `${town}: ${holds ? says : `No more trouble: ${cause}.`}`;
  const help = holds ? [`What to do: ${todo}`] : [];
  const place = `${hostname()}, ${localTime(now)} in Nairobi`;
  return { subject, text: [subject, ...help, place, ''].join('\n') };
}

function byEmail({ to, from, smtpUrl }: NonNullable<NotifyConfig['email']>): Way {
  const url = new URL(smtpUrl);
  // Options in an address could switch TLS off.
  url.search = '';
  const { protocol, hostname: host, username } = url;
  // A relay on this machine has no certificate for its name; to any other one nothing goes in the clear.
  const isHere = isLocalHost(host);
  const transport = createTransport({
    url: url.href,
    requireTLS: protocol === 'smtp:' && !isHere,
    ignoreTLS: isHere,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const user = plain(username);
  const sender = from ?? (user.includes('@') ? user : to[0]);
  return {
    name: `e-mail by ${host}`,
    async send(notice, stop) {
      const signal = AbortSignal.any([AbortSignal.timeout(SEND_MS), ...(stop ? [stop] : [])]);
      await transport.sendMail({ from: sender, to, ...notice, signal });
    },
  };
}

const byCommand = (words: string[]): Way => ({
  name: `the command ${words[0]}`,
  send: ({ text: input }, stop) => runProgram(words, { input, patienceMs: SEND_MS, stop }),
});

export const waysOf = ({ email, command }: NotifyConfig): Way[] => [
  ...(email ? [byEmail(email)] : []),
  ...(command ? [byCommand(command)] : []),
];
