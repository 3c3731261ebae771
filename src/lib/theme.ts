import { useSyncExternalStore } from 'react';
import { deviceStorage } from './session/storage.ts';

export type Theme = 'light' | 'dark';

const KEY = 'theme';

const listeners = new Set<() => void>();
const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';

/** The theme stored on the device, or null; `src/boot` reads it before the first paint. */
export function storedTheme(): Theme | null {
  const theme = deviceStorage.get(KEY);
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** Changes the theme and stores the choice on the device. */
export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  deviceStorage.set(KEY, theme);
  for (const listener of listeners) listener();
}

/** The theme on screen. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    currentTheme,
    () => 'light',
  );
}
