import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { payPath } from '../purposes.ts';
import { useNotices } from '../useNotices.ts';
import { unbroken } from '../../lib/unbroken.tsx';

/**
 * Shows the results of payments on the dashboards and the manage screens after the pay page was left,
 * and links to a payment that is open or in review. Shows nothing when there is none.
 */
export function PaymentNotices() {
  return (
    <div className="space-y-3 empty:hidden">
      {useNotices().map(({ key, record, tone, title, texts, ...notice }) => (
        <Notice key={key} tone={tone} role="status">
          <p className="font-semibold" dir="auto">
            {unbroken(title)}
          </p>
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
        </Notice>
      ))}
    </div>
  );
}
