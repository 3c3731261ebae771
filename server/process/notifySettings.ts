/** The settings of notices: whom the machine calls when something breaks. */
import * as z from 'zod';
import { ConfigError, programWords, serverUrl } from './environment.ts';

const ADDRESS = /^[^\s@,:<>]+@[^\s@,:<>]+$/;
/** An address, or a name before it: Fundi Mtaani <alarm@example.co.ke>. */
const SENDER = /^(?:[^\r\n<>@,:"]+ <[^\s@,:<>]+@[^\s@,:<>]+>|[^\s@,:<>]+@[^\s@,:<>]+)$/;

export const notifySettings = {
  NOTIFY_EMAIL: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((list) => list.every((one) => ADDRESS.test(one)), 'must be e-mail addresses')
    .optional(),
  NOTIFY_FROM: z
    .string()
    .regex(SENDER, 'must be an e-mail address, or a name and <address>')
    .optional(),
  SMTP_URL: serverUrl(/^smtps?$/, 'smtp:// or smtps://').optional(),
  NOTIFY_COMMAND: programWords(),
};
type Environment = z.output<z.ZodObject<typeof notifySettings>>;

/** How notices leave the machine; each way that is null is not gone. */
export interface NotifyConfig {
  email: { to: string[]; from: string | null; smtpUrl: string } | null;
  /** A program and its arguments; it reads the notice on its standard input. */
  command: string[] | null;
}

/** The ways of the notices; throws a `ConfigError` when they are half filled in. */
export function notifyConfig(env: Environment): NotifyConfig {
  const { NOTIFY_EMAIL: to, SMTP_URL: smtpUrl, NOTIFY_COMMAND: command = null } = env;
  const { NOTIFY_FROM: from = null } = env;
  if (to === undefined && smtpUrl === undefined) return { email: null, command };
  if (to === undefined) throw new ConfigError('NOTIFY_EMAIL is missing: SMTP_URL needs it.');
  if (smtpUrl === undefined) throw new ConfigError('SMTP_URL is missing: NOTIFY_EMAIL needs it.');
  return { email: { to, from, smtpUrl }, command };
}
