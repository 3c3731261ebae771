/** What the machine asks for itself: its backups, its check and its alarm. */
import path from 'node:path';
import * as z from 'zod';
import { writeBackup } from '../backup/writeBackup.ts';
import { databaseState } from '../check/checkDatabase.ts';
import { setMark } from '../notices/marks.ts';
import { operation } from '../operation.ts';

export const machineRows = {
  /** What `npm run check` looks at. */
  databaseState: operation({
    right: null,
    input: z.strictObject({}),
    run: (_input, { db }) => databaseState(db),
  }),

  /** Writes down that a backup was made, or rehearsed. */
  mark: operation({
    right: null,
    input: z.strictObject({ name: z.enum(['backup', 'rehearsal']) }),
    run: ({ name }, { db, now }) => setMark(db, name, true, now()),
  }),

  /** Writes a backup into `file`, an absolute path that is new; says the key of an encrypted one. */
  backup: operation({
    right: null,
    input: z.strictObject({
      file: z.string().refine((file) => path.isAbsolute(file)),
      recipients: z.array(z.string()),
    }),
    run: async ({ file, recipients }, { db, now }) => ({
      fileKey: await writeBackup(db, file, now(), recipients),
    }),
  }),
} as const;
