import type { ReactNode } from 'react';
import { nameOf, type Payable } from '../paymentRecord.ts';
import type { PointedPayment } from '../toldPayments.ts';
import { pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { CANCEL_OTHERS, paymentName, paymentWords } from '../paymentTexts.ts';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { useLatePayments, type PaymentNews } from '../useLatePayments.ts';

function pathOf({ purpose, id }: Payable): string {
  if (purpose === 'subscription') return pathTo('subscription');
  return purpose === 'post_job'
    ? pathTo('payJob', { jobId: id ?? '' })
    : pathTo('payAd', { adId: id ?? '' });
}

function SeePayment({ payment }: { payment: Payable }) {
  return (
    <ButtonLink look="quiet" icon="next" to={pathOf(payment)}>
      See the payment
    </ButtonLink>
  );
}

interface NewsProps {
  news: PaymentNews;
  onRead: () => void;
}

/** What the money has brought, and until when. */
function gainOf({ payment, until, isSecond }: PaymentNews): string {
  if (isSecond) return `It bought one more month: your subscription is paid until ${until}.`;
  const { gained } = paymentWords[payment.purpose];
  return until === null ? gained : `${gained} It is paid until ${until}.`;
}

const closedTitle = (payment: PointedPayment) =>
  `We have looked into your payment: ${paymentName(payment)}.`;

interface HeardProps {
  tone: 'success' | 'info';
  title: string;
  onRead: () => void;
  children: ReactNode;
}

/** What a person is told once. */
function Heard({ tone, title, onRead, children }: HeardProps) {
  return (
    <Notice tone={tone} role="status">
      <p className="font-semibold" dir="auto">
        {title}
      </p>
      {children}
      <Button look="quiet" onClick={onRead}>
        Got it
      </Button>
    </Notice>
  );
}

function News({ news, onRead }: NewsProps) {
  const { payment, text, isSecond, mayComeTwice } = news;
  if (text !== null) {
    return (
      <Heard tone="info" title={closedTitle(payment)} onRead={onRead}>
        <p>{text}</p>
      </Heard>
    );
  }
  const which = isSecond ? 'second payment' : 'payment';
  const title = `Your ${which} has come: ${paymentName(payment)}.`;
  return (
    <Heard tone="success" title={title} onRead={onRead}>
      <p>{gainOf(news)}</p>
      {!isSecond && mayComeTwice && <p>{CANCEL_OTHERS}</p>}
    </Heard>
  );
}

function concernOf({ purpose, outcome, reason }: PointedPayment) {
  if (outcome === 'gone') {
    return {
      title: `The ${purpose === 'post_ad' ? 'ad' : 'job'} you were paying for is no longer there`,
      text: 'If money has left your phone, please contact us.',
    };
  }
  return outcome === 'unclear'
    ? { title: 'We do not know what became of your payment', text: reason }
    : { title: 'A person is looking into your payment', text: reason };
}

interface ConcernProps {
  payment: PointedPayment;
  onRead: () => void;
}

function Concern({ payment, onRead }: ConcernProps) {
  const { title, text } = concernOf(payment);
  const hasPage = payment.outcome === 'held' || payment.outcome === 'unclear';
  return (
    <Notice tone="warning" role="status">
      <p className="font-semibold" dir="auto">
        {`${title}: ${paymentName(payment)}.`}
      </p>
      {text && <p>{text}</p>}
      <SupportLinks />
      <div className="flex flex-wrap gap-3">
        {hasPage && <SeePayment payment={payment} />}
        <Button look="quiet" onClick={onRead}>
          Got it
        </Button>
      </div>
    </Notice>
  );
}

/** What came of other money for what is paid. */
function Closed({ payment, onRead }: ConcernProps) {
  return (
    <Heard tone="info" title={closedTitle(payment)} onRead={onRead}>
      <p>{payment.reason}</p>
    </Heard>
  );
}

/**
 * Says on the dashboards and the manage screens what came of a payment after its page was left,
 * and points at one that is still open or looked into: one that the device keeps, or one that the
 * API tells of, `told`. Shows nothing, and asks nothing, when none is.
 */
export function LatePaymentNotice({ told }: { told: PointedPayment[] }) {
  const { news, waiting, concerns, dismiss, forget } = useLatePayments(told);
  return (
    <div className="space-y-3 empty:hidden">
      {news.map((item) => (
        <News
          key={`${nameOf(item.payment)}:${item.text}`}
          news={item}
          onRead={() => dismiss(item)}
        />
      ))}
      {concerns.map((payment) => {
        const Said = payment.outcome === 'closed' ? Closed : Concern;
        return (
          <Said
            key={`${nameOf(payment)}:${payment.outcome}`}
            payment={payment}
            onRead={() => forget(payment)}
          />
        );
      })}
      {waiting.map((payment) => (
        <Notice key={nameOf(payment)} role="status">
          <p className="font-semibold" dir="auto">
            {`We are waiting to hear from M-Pesa: ${paymentName(payment)}.`}
          </p>
          <p>Please do not pay again before you have looked here.</p>
          <SeePayment payment={payment} />
        </Notice>
      ))}
    </div>
  );
}
