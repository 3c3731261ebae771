/** Written into the head of the page where there is no first paint (`VITE_FIRST_PAINT=off`). */
import { showTheme } from '../lib/theme.ts';

showTheme();
