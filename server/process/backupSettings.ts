/** The settings of backups: to whom they are encrypted. */
import * as z from 'zod';

/** A public key of age; its checksum is proved where it is used. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

/** The variables, as `.env.example` describes them. */
export const backupSettings = {
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((key) => key !== ''))
    .refine(
      (keys) => keys.every((key) => RECIPIENT.test(key)),
      'must be public keys of age (age1 and 58 characters), in a comma list',
    ),
};
type Environment = z.output<z.ZodObject<typeof backupSettings>>;

export interface BackupConfig {
  /** The public keys that backups are encrypted to; none for backups as they are. */
  recipients: string[];
}

/** How backups are made. */
export const backupConfig = ({ BACKUP_RECIPIENTS: recipients }: Environment): BackupConfig => ({
  recipients,
});
