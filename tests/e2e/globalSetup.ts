import { buildForTests } from '../../scripts/build.mjs';

/** Builds the app that every test server serves. */
export default async function globalSetup(): Promise<void> {
  await buildForTests();
}
