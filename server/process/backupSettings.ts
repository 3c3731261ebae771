/** The settings of backups: where they are, to whom they are encrypted, and how they leave the machine. */
import path from 'node:path';
import * as z from 'zod';
import { ConfigError, programWords } from './environment.ts';

/** A public key of age; its checksum is proved where it is used. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

export const backupSettings = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((key) => key !== ''))
    .refine(
      (keys) => keys.every((key) => RECIPIENT.test(key)),
      'must be public keys of age (age1 and 58 characters), in a comma list',
    ),
  BACKUP_COMMAND: programWords(),
};
type Environment = z.output<z.ZodObject<typeof backupSettings>>;

/**
 * How backups are made: the absolute folder that they are written to and rehearsed from, the public keys that they are
 * encrypted to, and a program with its arguments that copies the file, its last one. Throws a `ConfigError` where they
 * would leave the machine as they are.
 */
export function backupConfig(env: Environment & { DATA_DIR: string }) {
  const folder = path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, 'backups'));
  const { BACKUP_RECIPIENTS: recipients, BACKUP_COMMAND: command = null } = env;
  if (command !== null && recipients.length === 0) {
    throw new ConfigError(
      'BACKUP_RECIPIENTS is missing: BACKUP_COMMAND needs it, as only encrypted backups leave.',
    );
  }
  return { folder, recipients, command };
}
