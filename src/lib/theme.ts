import { useSyncExternalStore } from 'react';
import { deviceStorage } from './session/personal.ts';

type Theme = 'light' | 'dark';

const KEY = 'theme';

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
}

function onChange(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme on screen. */
export const useTheme = (): Theme => useSyncExternalStore(onChange, currentTheme, () => 'light');
