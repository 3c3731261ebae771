/** Loads the scripts of screens, also when a new version of the app has removed the old ones. */
import { tabStorage } from '../session/personal.ts';
import { createStore, useStore } from '../store.ts';

/** The screen for which the page was reloaded last: it is reloaded once. */
const RELOADED_FOR = 'new_version_tried';

const loading = createStore(() => 0);

/** Counts a screen that begins or ends to load. React calls for it while it renders: so not at once. */
const count = (change: 1 | -1) => queueMicrotask(() => loading.set(loading.get() + change));

/** Whether a screen that is to be shown has not come yet. */
export const useScreenLoading = (): boolean => useStore(loading) > 0;

/** Loads the page again, as the newest version of the app. */
export async function loadAgain(): Promise<void> {
  try {
    const { loadNewVersion } = await import('./version.ts');
    await loadNewVersion();
  } catch {
    window.location.reload();
  }
}

/**
 * Loads a screen's script. After a deployment the scripts of the old version may be gone: then the
 * page is reloaded, once per screen. Rejects when the reload did not help.
 */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  count(1);
  try {
    const loaded = await load();
    tabStorage.remove(RELOADED_FOR);
    return loaded;
  } catch (error) {
    const { pathname } = window.location;
    if (!navigator.onLine || tabStorage.get(RELOADED_FOR) === pathname) throw error;
    tabStorage.set(RELOADED_FOR, pathname);
    await loadAgain();
    // The page reloads; until then the last screen stays.
    return await new Promise<never>(() => undefined);
  } finally {
    count(-1);
  }
}
