import { ButtonAnchor } from '../../components/Button.tsx';
import { callHref, chatHref } from '../../lib/contact.ts';

interface ContactLinksProps {
  phone: string;
  /** Whose number it is, for screen readers. */
  who: string;
  /** The words on the chat link. */
  chat: string;
  /** What WhatsApp begins with. */
  sentence?: string;
}

/** A phone number in large digits, with its Call and WhatsApp links (spec §2). */
export function ContactLinks({ phone, who, chat, sentence }: ContactLinksProps) {
  return (
    <div className="space-y-3">
      <p
        dir="ltr"
        translate="no"
        className="text-2xl narrow:text-xl font-extrabold tracking-wide tabular-nums"
      >
        {phone}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor icon="phone" className="min-h-12 flex-1 basis-32" href={callHref(phone)}>
          Call{' '}
          <span translate="no" className="sr-only">
            {who}
          </span>
        </ButtonAnchor>
        <ButtonAnchor
          look="quiet"
          icon="chat"
          newTab
          className="min-h-12 flex-1 basis-32"
          href={chatHref(phone, sentence)}
        >
          <span>{chat}</span>
          <span className="sr-only">
            {' '}
            to <span translate="no">{who}</span>, opens in a new tab
          </span>
        </ButtonAnchor>
      </div>
    </div>
  );
}
