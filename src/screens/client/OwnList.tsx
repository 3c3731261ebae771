import type { ReactNode, Ref } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { RestNote } from '../../components/list/RestNote.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadingCards } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import type { Ad, Job, PaymentPurpose } from '../../contract/schemas.ts';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { nameOf } from '../../payments/attempt.ts';
import { saysPayment } from '../../payments/payment.ts';
import type { OwnListState } from './useOwnList.ts';

const grid = 'grid gap-4 md:grid-cols-2';

interface OwnListProps<Item> {
  words: {
    title: string;
    /** The name of the list for screen readers. */
    label: string;
    /** The noun for one item, and for several. */
    nouns: readonly [string, string];
    add: string;
    addFirst: string;
    loading: string;
    failed: string;
    empty: string;
  };
  /** What is paid for here: the cards say what is under way. */
  purpose: PaymentPurpose;
  /** The address of the form for a new one. */
  addPath: string;
  /** The grey cards until the list has come. */
  skeletons: { count: number; cardClassName: string };
  state: OwnListState<Item>;
  listRef: Ref<HTMLElement>;
  renderCard: (item: Item) => ReactNode;
  /** The open dialog. */
  children: ReactNode;
}

/** The screen of the client's own jobs or ads (spec §2): all that both have in common. */
export function OwnList<Item extends Job | Ad>(props: OwnListProps<Item>) {
  const { words, purpose, addPath, skeletons, state, listRef, renderCard, children } = props;
  const items = state.status === 'loaded' ? state.items : [];
  const { length } = items;
  const counted =
    state.status === 'loaded' && state.isWhole
      ? `${length} ${words.nouns[length === 1 ? 0 : 1]}`
      : words.loading;
  const told = new Set(items.filter(saysPayment).map(({ id }) => nameOf({ purpose, id })));
  return (
    <SidebarLayout>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title={words.title} />
        <ButtonLink to={addPath} icon="plus">
          {words.add}
        </ButtonLink>
      </div>
      <PaymentNotices
        isTold={(payable) =>
          told.has(nameOf(payable)) || (payable.purpose === purpose && state.status === 'loading')
        }
      />
      <section ref={listRef} tabIndex={-1} aria-label={words.label} className="outline-none">
        {state.status === 'loading' && (
          <LoadingCards text={words.loading} gridClassName={grid} {...skeletons} />
        )}
        {state.status === 'failed' && <LoadFailed text={words.failed} onRetry={state.retry} />}
        {state.status === 'loaded' && state.isWhole && items.length === 0 && (
          <StateBox text={words.empty}>
            <ButtonLink to={addPath} icon="plus">
              {words.addFirst}
            </ButtonLink>
          </StateBox>
        )}
        {state.status === 'loaded' && <RestNote rest={state.rest} />}
        {state.status === 'loaded' && items.length > 0 && (
          <>
            {!state.rest && <p className="mb-3 text-muted">{counted}</p>}
            <ul className={grid}>
              {items.map((item, index) => (
                <li key={item.id || index} className="min-w-0">
                  {renderCard(item)}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {children}
    </SidebarLayout>
  );
}
