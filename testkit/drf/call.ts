import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Fault } from './faults.ts';
import type { Person, Store } from './store.ts';

/** What a call is given. */
export interface Call {
  store: Store;
  faults: ReadonlySet<Fault>;
  url: URL;
  id: string;
  body: Record<string, unknown>;
  /** Who sent the token; a public call never reads it. */
  caller: Person;
}

export type Calls = Partial<
  Record<EndpointName, (call: Call) => object | undefined | Promise<object>>
>;
