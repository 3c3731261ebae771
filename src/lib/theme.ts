import { useSyncExternalStore } from 'react';
import { deviceStorage } from './session/storage.ts';

export type Theme = 'light' | 'dark';

const KEY = 'theme';

const listeners = new Set<() => void>();
const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';

/** Shows the theme stored on the device, or else the device's own; `src/boot` does it before the first paint. */
export function showTheme() {
  const stored = deviceStorage.get(KEY);
  const own = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = stored === 'light' || stored === 'dark' ? stored : own;
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
