import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { payPath } from '../purposes.ts';
import type { Payable } from '../record.ts';
import { useNotices } from '../useNotices.ts';
import { unbroken } from '../../lib/unbroken.tsx';

/** One line that opens, where there is much to say and little to do. */
function Folding({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="-my-2.5">
      <summary
        dir="auto"
        className="-mx-2 truncate rounded-xl px-2 py-2.5 font-semibold [[open]>&]:whitespace-normal"
      >
        {title}
      </summary>
      <div className="space-y-3 pt-1 pb-2.5">{children}</div>
    </details>
  );
}

function Whole({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold" dir="auto">
        {title}
      </p>
      {children}
    </>
  );
}

/**
 * Shows the results of payments on the dashboards and the manage screens after the pay page was left,
 * and links to a payment that is open or in review. Shows nothing when there is none. An open payment
 * is left out where the screen itself says so of what is paid for (`isTold`).
 */
export function PaymentNotices({ isTold }: { isTold: (payable: Payable) => boolean }) {
  const shown = useNotices().filter(({ what, record }) => what !== null || !isTold(record));
  return (
    <div className="space-y-3 empty:hidden">
      {shown.map(({ key, record, tone, title, texts, ...notice }) => {
        const Body = notice.what === 'review' ? Folding : Whole;
        return (
          <Notice key={key} tone={tone} role="status">
            <Body title={unbroken(title)}>
              {texts.map((text) => (
                <p key={text}>{unbroken(text)}</p>
              ))}
              {notice.hasSupport && <SupportLinks />}
              <div className="flex flex-wrap gap-3 empty:hidden">
                {notice.hasPage && (
                  <ButtonLink look="quiet" icon="next" to={payPath(record)}>
                    See the payment
                  </ButtonLink>
                )}
                {notice.what && (
                  <Button look="quiet" onClick={notice.dismiss}>
                    Got it
                  </Button>
                )}
              </div>
            </Body>
          </Notice>
        );
      })}
    </div>
  );
}
