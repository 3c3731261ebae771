/** Checks the settings of a build (`.env.example`) before the build starts. */
import { z } from 'zod';
import { isPhone } from '../../src/contract/rules.ts';

const link = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const upTo = (most: number) =>
  z.string().trim().min(1, 'must not be empty').max(most, `must be at most ${most} characters`);
const text = upTo(60);
const line = upTo(120);

const schema = z
  .object({
    VITE_API_BASE_URL: z.union([link, z.string().regex(/^\/(?!\/)/)], {
      error: 'must be an http(s) address or a path',
    }),
    VITE_FIRST_PAINT: z.enum(['on', 'off'], 'must be on or off'),
    VITE_APP_NAME: text,
    VITE_TOWN: text,
    VITE_OPERATOR_NAME: line,
    VITE_OPERATOR_PLACE: line,
    VITE_OPERATOR_REGISTRATION: text,
    VITE_DATA_PROTECTION_REGISTRATION: text,
    VITE_SUPPORT_HOURS: line,
    VITE_SUPPORT_PHONE: z
      .string()
      .refine(isPhone, 'must be a ten-digit phone number such as 0712345678'),
    VITE_SUPPORT_EMAIL: z.email('must be an e-mail address'),
    VITE_SOCIAL_FACEBOOK: link,
    VITE_SOCIAL_X: link,
    VITE_SOCIAL_INSTAGRAM: link,
  })
  .partial();

/** Throws an Error that names the first malformed `VITE_` value; an empty one counts as not set. */
export function checkViteEnv(env: Record<string, string>): void {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const issue = schema.safeParse(given).error?.issues[0];
  if (issue) throw new Error(`${issue.path.join('.')} ${issue.message}.`);
}
