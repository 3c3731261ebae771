import { useSyncExternalStore } from 'react';
import { deviceStorage } from './storage.ts';

export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';

/** Switches the theme and keeps the choice on the device; `public/theme.js` reads it back. */
export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  deviceStorage.set('theme', theme);
  for (const listener of listeners) listener();
}

/** The theme on screen. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
