/** The mocks' store in a browser: it stays over a reload, and all tabs share it. */
import { db } from './db.ts';
import type { AccountRecord } from './db.ts';

const KEY = 'mocks';

interface StoredTown {
  /** When the development server was started: another start has a new town. */
  startedAt: number;
  db: Omit<typeof db, 'sessions'>;
  /** Tokens with the ids of their accounts. */
  sessions: [string, number][];
}

function load(startedAt: number, text: string | null): void {
  const stored = text === null ? null : (JSON.parse(text) as StoredTown);
  if (stored?.startedAt !== startedAt) return;
  Object.assign(db, stored.db);
  const byId = new Map(db.accounts.map((account) => [account.id, account]));
  const sessions = stored.sessions.map(([token, id]) => [token, byId.get(id)] as const);
  db.sessions = new Map(sessions.filter((row): row is [string, AccountRecord] => Boolean(row[1])));
}

/** Takes up what this start of the server has stored, and follows the other tabs. Returns how to store. */
export function openTown(startedAt: number): () => void {
  load(startedAt, localStorage.getItem(KEY));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) load(startedAt, newValue);
  });
  return () => {
    const { sessions, ...rest } = db;
    const rows = [...sessions].map(([token, { id }]): [string, number] => [token, id]);
    const stored: StoredTown = { startedAt, db: rest, sessions: rows };
    localStorage.setItem(KEY, JSON.stringify(stored));
  };
}
