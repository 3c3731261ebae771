/**
 * The settings of a deployment, fixed at build time (`.env.example`). Each is named in full, so that the
 * build writes in its value alone.
 */
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

const text = (value: unknown, fallback: string) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;

/** Name, town, who runs it, support and social links of this deployment. */
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
