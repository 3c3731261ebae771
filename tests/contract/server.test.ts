import { contractSuite } from './suite.ts';
import { serverHarness } from './serverHarness.ts';

contractSuite(serverHarness);
