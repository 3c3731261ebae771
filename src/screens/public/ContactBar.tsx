import { ButtonAnchor } from '../../components/Button.tsx';
import type { Fundi } from '../../contract/schemas.ts';
import { callHref, chatHref, firstSentence } from '../../lib/contact.ts';
import { fundiName } from '../../lib/names.ts';

// With large text the icon stands above its word: `--bar` (index.css) has room for both.
const look =
  'h-[calc(1rem+32px)] min-w-0 flex-1 px-2! narrow:flex-auto narrow:flex-col narrow:gap-0 narrow:p-0! narrow:text-xs';

/** Call and WhatsApp at the thumb, in sight wherever a phone's page is scrolled to. No hooks. */
export function ContactBar({ fundi, phone }: { fundi: Fundi; phone: string }) {
  const name = fundiName(fundi);
  return (
    <div
      role="group"
      aria-label="Call or WhatsApp"
      className="fixed inset-x-0 m-0! bottom-(--menu) z-20 flex gap-2 border-t border-line bg-surface px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] lg:hidden"
    >
      <ButtonAnchor icon="phone" className={look} href={callHref(phone)}>
        Call{' '}
        <span translate="no" className="sr-only">
          {name}
        </span>
      </ButtonAnchor>
      <ButtonAnchor
        look="quiet"
        icon="chat"
        newTab
        className={look}
        href={chatHref(phone, firstSentence(fundi))}
      >
        WhatsApp{' '}
        <span translate="no" className="sr-only">
          {name}
        </span>
      </ButtonAnchor>
    </div>
  );
}
