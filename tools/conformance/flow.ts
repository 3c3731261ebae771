import type { Town } from './town.ts';
import type { Judged, SpecCall } from './verdict.ts';

/** Several calls that must say the same. */
export interface Flow {
  call: SpecCall;
  tried: string;
  run: (town: Town) => Promise<Judged>;
}
