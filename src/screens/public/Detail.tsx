import type { ReactNode } from 'react';
import { ButtonAnchor } from '../../components/Button.tsx';
import { KitengeStrip } from '../../components/Card.tsx';
import { callHref, chatHref, spacedPhone } from '../../lib/contact.ts';

interface ContactLinksProps {
  phone: string;
  who: string;
  /** What WhatsApp begins with. */
  sentence?: string;
  share?: ReactNode;
}

const Who = ({ who }: { who: string }) => (
  <span translate="no" className="sr-only">
    {who}
  </span>
);

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

// Equal halves; only a word that needs more has more.
const inBar = 'h-[calc(1rem+32px)] flex-1 px-1! narrow:gap-1! narrow:text-[0.9375rem]';

/**
 * A phone number in large digits with its Call and WhatsApp links (spec §2): below it, and on a phone
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
      <div className="flex gap-3 max-md:hidden">{links(props, 'min-h-12 flex-1')}</div>
      <div
        role="group"
        aria-label="Call or WhatsApp"
        className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-t border-line bg-surface px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] in-[.with-menu]:pr-14 md:hidden"
      >
        {links(props, inBar)}
      </div>
    </>
  );
}

interface DetailGridProps {
  article: ReactNode;
  /** How to reach the person; on a desktop it stays in sight beside the rest. */
  contact: ReactNode;
  caution: ReactNode;
  children?: ReactNode;
}

const card = 'rounded-2xl border border-line bg-surface raised';

/** The page of a fundi or of a job: on a desktop two columns. No hooks: `src/boot` draws it too. */
export const DetailGrid = ({ article, contact, caution, children }: DetailGridProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
    <article className={`${card} overflow-hidden`}>
      <KitengeStrip className="h-3" />
      <div className="space-y-4 p-4 sm:p-6">{article}</div>
    </article>
    <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <div className="space-y-3 sm:space-y-6 lg:sticky lg:top-6">
        <div className={`${card} p-4 sm:p-6`}>{contact}</div>
        {caution}
      </div>
    </div>
    {children && <div className="space-y-3 sm:space-y-6">{children}</div>}
  </div>
);
