import type { ReactNode } from 'react';
import { ButtonAnchor } from '../../components/Button.tsx';
import { callHref, chatHref, spacedPhone } from '../../lib/contact.ts';

interface ContactLinksProps {
  phone: string;
  /** Whose number it is, for screen readers. */
  who: string;
  /** What WhatsApp begins with. */
  sentence?: string;
  /** The button that shares the page. */
  share?: ReactNode;
}

/** Whom a link reaches, for screen readers. */
const Who = ({ who }: { who: string }) => (
  <span translate="no" className="sr-only">
    {who}
  </span>
);

/** The two links, each named after whom it reaches. */
function links({ phone, who, sentence }: ContactLinksProps, look: string) {
  return (
    <>
      <ButtonAnchor icon="phone" className={look} href={callHref(phone)}>
        Call <Who who={who} />
      </ButtonAnchor>
      <ButtonAnchor
        look="quiet"
        icon="whatsapp"
        newTab
        className={look}
        href={chatHref(phone, sentence)}
      >
        WhatsApp <Who who={who} />
        <span className="sr-only">, opens in a new tab</span>
      </ButtonAnchor>
    </>
  );
}

// With large text the icon stands above its word: `--bar` (index.css) has room for both.
const inBar =
  'h-[calc(1rem+32px)] min-w-0 flex-1 px-2! narrow:flex-auto narrow:flex-col narrow:gap-0 narrow:p-0! narrow:text-xs';

/**
 * A phone number in large digits with its Call and WhatsApp links (spec §2): on a desktop below it, on a phone
 * in a bar at the thumb, in sight wherever the page is scrolled to. No hooks: `src/boot` draws it too.
 */
export function ContactLinks(props: ContactLinksProps) {
  const { phone, share } = props;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p
          dir="ltr"
          translate="no"
          className="text-2xl font-bold tabular-nums narrow:text-xl lg:text-[1.75rem]"
        >
          {spacedPhone(phone)}
        </p>
        {share}
      </div>
      <div className="flex gap-3 max-lg:hidden">{links(props, 'min-h-12 flex-1')}</div>
      <div
        role="group"
        aria-label="Call or WhatsApp"
        className="fixed inset-x-0 bottom-0 z-30 m-0! flex gap-2 border-t border-line bg-surface px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] in-[.with-menu]:pr-18 lg:hidden"
      >
        {links(props, inBar)}
      </div>
    </>
  );
}
