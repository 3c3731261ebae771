import { Link } from 'react-router-dom';
import { site } from '../../lib/config.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { pathTo } from '../../paths.ts';
import { KitengeStrip } from '../Card.tsx';

const links = [
  { label: 'Terms', to: pathTo('terms') },
  { label: 'Privacy', to: pathTo('privacy') },
  { label: 'Contact', to: pathTo('contact') },
];

const linkLook =
  'inline-flex min-h-11 min-w-11 items-center justify-center px-2 font-medium hover:underline';

/** The footer of every screen: who runs the town, the static pages and the social links (spec §2). */
export function Footer() {
  return (
    // A browser that keeps it in its place when a list grows above it would carry the reader to the list's end.
    <footer className="mt-12 border-t border-line bg-sunken [overflow-anchor:none]">
      <KitengeStrip />
      <div className="mx-auto flex max-w-7xl flex-col gap-2 px-4 py-6 sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <div className="min-w-0 text-muted">
          <p translate="no" className="font-semibold">
            {site.name}, {site.town}
          </p>
          <p className="wrap-anywhere">
            Run by <span translate="no">{site.operator.name}</span>, {site.operator.place}
          </p>
          <p className="wrap-anywhere">
            {/* Not "Call": on a fundi's page that is the fundi. */}
            Our phone:{' '}
            <a
              href={`tel:${site.supportPhone}`}
              translate="no"
              className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              {spacedPhone(site.supportPhone)}
            </a>
          </p>
          <p>{site.supportHours}</p>
        </div>
        <nav aria-label="Footer" className="-mx-2 flex flex-wrap">
          {links.map(({ label, to }) => (
            <Link key={to} to={to} className={linkLook}>
              {label}
            </Link>
          ))}
        </nav>
        <nav aria-label="Social media" className="-mx-2 flex flex-wrap">
          {site.social.map(({ label, href }) => (
            <a
              key={label}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className={linkLook}
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
