/** Scripts of screens that a new version has put out of the world. */
import { tabStorage } from '../session/storage.ts';

/** The screen for which the page was last loaded anew, so that it happens once. */
const TRIED = 'new_version_tried';

/**
 * Loads a screen's script. After a new version the old one's scripts may be gone: the page is then
 * loaded anew, once and only while the person goes to another screen. Rejects when that is no help.
 */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    tabStorage.remove(TRIED);
    return loaded;
  } catch (error) {
    const { pathname } = window.location;
    if (!navigator.onLine || tabStorage.get(TRIED) === pathname) throw error;
    tabStorage.set(TRIED, pathname);
    try {
      const { loadNewVersion } = await import('./version.ts');
      await loadNewVersion();
    } catch {
      window.location.reload();
    }
    // The page goes; until then the last screen stands.
    return await new Promise<never>(() => undefined);
  }
}
