/** A mail server for tests, as strange as it is asked to be. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What it answers to a word of SMTP; null says nothing at all. */
type Strange = Record<string, string | null>;

const USUAL: Strange = {
  HELLO: '220 test',
  EHLO: '250 test',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
  QUIT: '221 bye',
};

/** Listens at a port of 127.0.0.1 until the test is over, and stores the mails that it takes. */
export async function startSmtp(strange: Strange = {}) {
  const answers = { ...USUAL, ...strange };
  const mails: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const say = (word: string) => {
      const answer = answers[word] === undefined ? '502 unknown' : answers[word];
      if (answer !== null) socket.write(`${answer}\r\n`);
    };
    let mail: string[] | null = null;
    let begun = '';
    say('HELLO');
    socket.on('data', (part: Buffer) => {
      const lines = (begun + part.toString()).split('\r\n');
      begun = lines.pop() ?? '';
      for (const line of lines) {
        const word = mail === null ? (line.split(' ')[0] ?? '').toUpperCase() : line;
        if (mail !== null && line !== '.') mail.push(line);
        else {
          if (mail !== null) mails.push(mail.join('\n'));
          mail = word === 'DATA' ? [] : null;
          say(word);
        }
      }
    });
  });
  const called = once(server, 'connection');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  return { port, mails, called };
}
