import { chatNumber } from '../contract/rules.ts';
import { site } from '../lib/config.ts';
import { spacedPhone } from '../lib/contact.ts';
import { ButtonAnchor } from './Button.tsx';

/** Links to support, from the configuration: call, WhatsApp, e-mail. */
export function SupportLinks() {
  const [name, host] = site.supportEmail.split(/(?=@)/);
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonAnchor icon="phone" className="grow sm:grow-0" href={`tel:${site.supportPhone}`}>
        Call <span translate="no">{spacedPhone(site.supportPhone)}</span>
      </ButtonAnchor>
      <ButtonAnchor
        look="quiet"
        icon="whatsapp"
        className="grow sm:grow-0"
        newTab
        href={`https://wa.me/${chatNumber(site.supportPhone)}`}
      >
        WhatsApp us
      </ButtonAnchor>
      <ButtonAnchor
        look="quiet"
        icon="mail"
        className="grow sm:grow-0"
        href={`mailto:${site.supportEmail}`}
      >
        {/* In a narrow notice it breaks before its @, and not within a word. */}
        <span translate="no" className="min-w-0 wrap-anywhere">
          {name}
          <wbr />
          {host}
        </span>
      </ButtonAnchor>
    </div>
  );
}
