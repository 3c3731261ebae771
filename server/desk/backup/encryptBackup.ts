/**
 * Backups in the format of age: encrypted to public keys, whose secret keys are on no server. The library
 * is loaded only where something is encrypted: it takes 25 MB and a quarter of a second.
 */
import { Readable } from 'node:stream';
import type { Identity } from 'age-encryption';
import { OperatorError } from '../operatorError.ts';

const library = () => import('age-encryption');

const streamOf = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>;

/** What opens a file: a secret key (`AGE-SECRET-KEY-1…`), or the key of this one file. */
export type BackupKey = string | Identity;

/** The key of one file, from the text that `encrypt` gave. */
export const keyOfFile = (text: string): BackupKey => ({
  unwrapFileKey: () => new Uint8Array(Buffer.from(text, 'base64')),
});

/**
 * `source` encrypted to `recipients` (`age1…`). `onKey` is given the key of this file, which lets who
 * wrote it read it back; it is to be forgotten then.
 */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  recipients: string[],
  onKey: (text: string) => void,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch (error) {
    throw new OperatorError('BACKUP_RECIPIENTS has a key that is mistyped.', { cause: error });
  }
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      onKey(Buffer.from(key).toString('base64'));
      return [];
    },
  });
  yield* await encrypter.encrypt(streamOf(source));
}

/** `source`, which `encrypt` or another program of age made, as it was. `file` is its name for the operator. */
export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  keys: BackupKey[],
  file: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await library();
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch (error) {
    throw new OperatorError('The secret key is mistyped.', { cause: error });
  }
  // Asked only when none of the keys opens the file.
  decrypter.addIdentity({
    unwrapFileKey: () => {
      throw new OperatorError(`The key does not open ${file}: it was encrypted to another one.`);
    },
  });
  try {
    yield* await decrypter.decrypt(streamOf(source));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new Error('it was changed or cut off', { cause: error });
  }
}

export async function newKeys(): Promise<{ secret: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await library();
  const secret = await generateX25519Identity();
  return { secret, recipient: await identityToRecipient(secret) };
}
