import { setTheme, useTheme } from '../../lib/theme.ts';
import { Icon } from '../Icon.tsx';

/** Switches between the light and the dark theme. */
export function ThemeToggle() {
  const theme = useTheme();
  return (
    <button
      type="button"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      className="grid size-11 place-items-center rounded-xl text-muted hover:bg-sunken hover:text-ink"
    >
      {/* CSS shows one of the icons, because the first paint is the same for both themes. */}
      <Icon name="moon" className="size-5 dark:hidden" />
      <Icon name="sun" className="size-5 not-dark:hidden" />
    </button>
  );
}
