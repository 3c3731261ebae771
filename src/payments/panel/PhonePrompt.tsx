import { Icon } from '../../components/Icon.tsx';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { site } from '../../lib/config.ts';
import { priceOf } from '../words.ts';
import { Fold } from './Fold.tsx';

const facts = [
  'Check the amount and the name before you enter your PIN. Your phone may use slightly different words.',
  'No money leaves your M-Pesa without your PIN. We never see it and never ask for it.',
  'Changed your mind? Press cancel on the phone and nothing is paid.',
];

/** Before a prompt is sent: what the payer's phone will show, and that nothing is taken without the PIN. */
export const PhonePrompt = ({ purpose }: { purpose: PaymentPurpose }) => (
  <Fold title="What your phone will show">
    <figure className="space-y-2">
      <div className="pointer-events-none mx-auto max-w-72 rounded-[2rem] border-4 border-line bg-sunken px-3 pt-5 pb-6 text-muted select-none">
        <div aria-hidden="true" className="mx-auto mb-6 h-1.5 w-14 rounded-full bg-line" />
        <div
          translate="no"
          className="space-y-3 rounded-xl border border-dashed border-line p-4 text-sm"
        >
          <p className="font-bold">M-PESA</p>
          <p className="wrap-anywhere">
            {`Do you want to pay ${priceOf(purpose)} to ${site.name}? Enter M-PESA PIN:`}
          </p>
          <div aria-hidden="true" className="h-8 border-b-2 border-line text-lg tracking-[0.4em]">
            ••••
          </div>
          <div aria-hidden="true" className="flex justify-end gap-6">
            <span>CANCEL</span>
            <span>SEND</span>
          </div>
        </div>
      </div>
      <figcaption className="text-center text-sm text-muted">
        Only a picture. You answer on your phone.
      </figcaption>
    </figure>
    <ul className="space-y-2.5 text-sm">
      {facts.map((text) => (
        <li key={text} className="flex gap-2.5">
          <Icon name="shield" className="mt-0.5 size-5 text-muted" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </Fold>
);
