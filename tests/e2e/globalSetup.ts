import { buildForTests } from '../../scripts/build.mjs';
import { emptySnapshot } from '../../testkit/contract/snapshot.ts';

/** Makes the app and the empty database that every test server starts with. */
export default async function globalSetup(): Promise<void> {
  await Promise.all([buildForTests(), emptySnapshot()]);
}
