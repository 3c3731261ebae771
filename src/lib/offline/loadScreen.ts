/** Loads the scripts of screens, also when a new version of the app has removed the old ones. */
import { tabStorage } from '../session/storage.ts';

/** The screen for which the page was reloaded last: it is reloaded once. */
const RELOADED_FOR = 'new_version_tried';

/**
 * Loads a screen's script. After a deployment the scripts of the old version may be gone: then the
 * page is reloaded, once per screen. Rejects when the reload did not help.
 */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    tabStorage.remove(RELOADED_FOR);
    return loaded;
  } catch (error) {
    const { pathname } = window.location;
    if (!navigator.onLine || tabStorage.get(RELOADED_FOR) === pathname) throw error;
    tabStorage.set(RELOADED_FOR, pathname);
    try {
      const { loadNewVersion } = await import('./version.ts');
      await loadNewVersion();
    } catch {
      window.location.reload();
    }
    // The page reloads; until then the last screen stays.
    return await new Promise<never>(() => undefined);
  }
}
