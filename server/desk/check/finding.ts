/** One line of `npm run check`. */
export interface Finding {
  /** `unknown`: it could not be found out here. */
  state: 'ok' | 'problem' | 'unknown';
  /** What was found, and for a problem what to do. */
  text: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });
export const unknown = (text: string): Finding => ({ state: 'unknown', text });
