/** One line of `npm run check`. */
export interface CheckResult {
  /** `unknown`: it could not be found out here. */
  state: 'ok' | 'problem' | 'unknown';
  /** What was found, and for a problem what to do. */
  text: string;
}

export const ok = (text: string): CheckResult => ({ state: 'ok', text });
export const problem = (text: string): CheckResult => ({ state: 'problem', text });
export const unknown = (text: string): CheckResult => ({ state: 'unknown', text });
