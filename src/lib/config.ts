/**
 * The settings of a deployment, fixed at build time (`.env.example`). Each is named in full, so that the
 * build writes in its value alone.
 */
import type { Id } from '../contract/schemas.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The API base without a slash at its end (spec §7). `VITE_API_BASE_URL` may be an address or a path.
 * The default is port 8000 on a local machine, else `/api/` on the page's own origin.
 */
export function apiBase(): string {
  const { hostname, origin } = globalThis.location;
  const usual = LOCAL_HOSTS.includes(hostname) ? 'http://localhost:8000/api/' : '/api/';
  const given = import.meta.env.VITE_API_BASE_URL as string | undefined;
  const base = new URL(given || usual, origin);
  return base.href.replace(/\/+$/, '');
}

/** The address of a call; `{id}` in its path is the `id` of `params`. */
export const addressOf = (path: string, params: Record<string, Id> = {}): string =>
  apiBase() + path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(params[key] ?? '')));

/** The headers of a call; `token` is null for one without a session. */
export const headersOf = (token: string | null): Record<string, string> => ({
  Accept: 'application/json, text/plain, */*',
  ...(token !== null && { Authorization: `Token ${token}` }),
});

const text = (value: unknown, fallback: string) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;

export const site = {
  name: text(import.meta.env.VITE_APP_NAME, 'Fundi Mtaani'),
  town: text(import.meta.env.VITE_TOWN, 'Juja'),
  operator: {
    name: text(import.meta.env.VITE_OPERATOR_NAME, 'Example Operator Ltd'),
    place: text(import.meta.env.VITE_OPERATOR_PLACE, 'Example Street, Juja'),
    registration: text(import.meta.env.VITE_OPERATOR_REGISTRATION, 'PVT-EXAMPLE'),
    /** With the data commissioner; empty for who needs none. */
    dataProtection: text(import.meta.env.VITE_DATA_PROTECTION_REGISTRATION, ''),
  },
  supportHours: text(import.meta.env.VITE_SUPPORT_HOURS, 'Monday to Saturday, 8 am to 6 pm'),
  supportPhone: text(import.meta.env.VITE_SUPPORT_PHONE, '0700000000'),
  supportEmail: text(import.meta.env.VITE_SUPPORT_EMAIL, 'support@example.com'),
  social: [
    {
      label: 'Facebook',
      href: text(import.meta.env.VITE_SOCIAL_FACEBOOK, 'https://www.facebook.com/'),
    },
    { label: 'X', href: text(import.meta.env.VITE_SOCIAL_X, 'https://x.com/') },
    {
      label: 'Instagram',
      href: text(import.meta.env.VITE_SOCIAL_INSTAGRAM, 'https://www.instagram.com/'),
    },
  ],
} as const;

/** The title of the browser's tab on a screen with this heading. */
export const tabTitle = (heading: string) => `${heading} · ${site.name}`;
