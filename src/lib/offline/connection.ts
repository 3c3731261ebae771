/** What the browser says about the network. Some browsers (Firefox, Safari) say nothing. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const connection = () => (navigator as typeof navigator & { connection?: Connection }).connection;

/** Whether the person asked the browser to save data. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** Whether only what was asked for should be fetched: to save data, or on a very slow network. */
export function isThrifty(): boolean {
  return savesData() || (connection()?.effectiveType ?? '').endsWith('2g');
}
