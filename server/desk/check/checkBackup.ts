/** Problems of the backups before going public. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { encrypt } from '../backup/encryptBackup.ts';
import { ok, problem, unknown } from './checkResult.ts';
import type { CheckResult } from './checkResult.ts';

/** Whether a backup can be encrypted: a mistyped key is found out only by its use. */
async function encryption(recipients: string[]): Promise<CheckResult> {
  if (recipients.length === 0) {
    return problem(
      'Backups are not encrypted: who gets one has everything. npm run backup -- --new-key makes keys; set BACKUP_RECIPIENTS.',
    );
  }
  try {
    await buffer(encrypt(Readable.from([]), recipients, () => undefined));
  } catch (error) {
    return problem(reasonOf(error));
  }
  return ok(`Backups are encrypted, to public keys: ${recipients.length}.`);
}

export const checkBackup = async ({
  backup: { recipients, command },
}: Config): Promise<CheckResult[]> => [
  await encryption(recipients),
  ...(recipients.length === 0
    ? []
    : [
        unknown(
          'Does your key open the backups? Rehearse where the key is: npm run rehearse -- file --identity key.txt',
        ),
      ]),
  command === null
    ? unknown('Does another machine fetch the backups? Else set BACKUP_COMMAND, which copies each.')
    : ok(`Each backup is copied by ${command[0]}.`),
];
