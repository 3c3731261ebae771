/** Web storage that never throws: in a private window or on a full disk it uses memory. */
interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** The keys that start with `prefix`. */
  keys(prefix: string): string[];
}

function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(run: (storage: Storage) => T, otherwise: T): T => {
    try {
      return run(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set: (key, value) => {
      memory.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        memory.delete(key);
      }, undefined);
    },
    remove: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: (prefix) => {
      const stored = attempt(Object.keys, []);
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}

/** Stays on the device until it is removed. */
export const deviceStorage = safeStorage(() => window.localStorage);
/** Stays as long as the tab. */
export const tabStorage = safeStorage(() => window.sessionStorage);
