/** Problems of the built app before going public: what it says of the town and who runs it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGES_FILE } from '../../../src/contract/pages.ts';
import type { Pages, Site } from '../../../src/contract/pages.ts';
import type { Config } from '../../config.ts';
import type { Environment } from './checkConfig.ts';
import { ok, problem, unknown } from './checkResult.ts';
import type { CheckResult } from './checkResult.ts';

/** What must be set, with the invented value of `.env.example`, which belongs to nobody. */
const INVENTED: Record<string, string | null> = {
  VITE_TOWN: null,
  VITE_OPERATOR_NAME: 'Example Operator Ltd',
  VITE_OPERATOR_PLACE: 'Example Street, Juja',
  VITE_OPERATOR_REGISTRATION: 'PVT-EXAMPLE',
  VITE_SUPPORT_HOURS: null,
  VITE_SUPPORT_PHONE: '0700000000',
  VITE_SUPPORT_EMAIL: 'support@example.com',
};
const AGAIN = 'build the app again: npm run release, or npm run build';

const isMissing = (name: string, env: Environment) =>
  name in INVENTED && ['', INVENTED[name]].includes(env[name]?.trim() ?? '');

/** The values that are written into the app, by their settings. */
const valuesOf = ({ operator, ...site }: Site): Record<string, string> => ({
  VITE_APP_NAME: site.name,
  VITE_TOWN: site.town,
  VITE_OPERATOR_NAME: operator.name,
  VITE_OPERATOR_PLACE: operator.place,
  VITE_OPERATOR_REGISTRATION: operator.registration,
  VITE_DATA_PROTECTION_REGISTRATION: operator.dataProtection,
  VITE_SUPPORT_HOURS: site.supportHours,
  VITE_SUPPORT_PHONE: site.supportPhone,
  VITE_SUPPORT_EMAIL: site.supportEmail,
});

/** The built app against what `env` sets: it may have been built before a change, or elsewhere. */
async function built(distDir: string, env: Environment): Promise<CheckResult> {
  const file = path.join(distDir, PAGES_FILE);
  if (!existsSync(file)) return problem(`There is no built app in ${distDir}. Run npm run build.`);
  const { pages } = (await import(pathToFileURL(file).href)) as { pages: Pages };
  const others = Object.entries(valuesOf(pages.site))
    .filter(([name, value]) => !isMissing(name, env) && (env[name]?.trim() || value) !== value)
    .map(([name]) => name);
  return others.length > 0
    ? problem(`The app was built with another ${others.join(', ')}. Set the same, and ${AGAIN}.`)
    : ok('The app is built.');
}

export async function checkApp(
  { serveApp, distDir }: Config,
  env: Environment,
): Promise<CheckResult[]> {
  const missing = Object.keys(INVENTED).filter((name) => isMissing(name, env));
  return [
    serveApp ? await built(distDir, env) : ok('The app is served from elsewhere.'),
    missing.length > 0
      ? problem(`The app shows invented values. Set ${missing.join(', ')}, then ${AGAIN}.`)
      : ok('The app says its town, who runs it, and whom to call and when.'),
    env.VITE_DATA_PROTECTION_REGISTRATION?.trim()
      ? ok('The app says the registration with the data commissioner.')
      : unknown(
          'Must you register with the data commissioner (ODPC)? Then set VITE_DATA_PROTECTION_REGISTRATION.',
        ),
  ];
}
