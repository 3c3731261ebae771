import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { restOf, RestNote } from '../../components/list/ListNotes.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadFailed, Skeleton, StateBox } from '../../components/States.tsx';
import * as STATE from '../../contract/messages/state.ts';
import type { Ad, Id, Job, PaymentPurpose } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { reportFailure, useLoadFailureToast } from '../../lib/api/failure.ts';
import type { List } from '../../lib/api/queries.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { nameOf, type Payable } from '../../payments/attempt.ts';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { isAwaited, saysPayment } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';
import { removeOnce } from './own.ts';

interface OwnListProps<Item> {
  what: 'job' | 'ad';
  icon: IconName;
  words: {
    title: string;
    label: string;
    add: string;
    loading: string;
    failed: string;
    empty: string;
    /** When the removal failed and the API does not say why (spec §8). */
    notRemoved: string;
  };
  /** What is paid for here: the cards say what is under way. */
  purpose: PaymentPurpose;
  addPath: string;
  skeletons: { count: number; height: string };
  query: UseQueryResult<List<Item>>;
  queryKey: readonly unknown[];
  /** The failure to load on the screen, longer than its toast. */
  explain?: (text: string, error: unknown) => string;
  endpoint: 'deleteJob' | 'deleteAd';
  onRemoved?: (id: Id) => void;
  /** Called after a removal that succeeded or failed: what is shown may be out of date. */
  onSettled: () => void;
  titleOf: (item: Item) => string;
  /** Whether the owner loses what was paid for with it. */
  isPaid: (item: Item) => boolean;
  /** Whether it waits for its money: these come first. A toggle must not change it, or the card would jump. */
  isDue: (item: Item) => boolean;
  renderCard: (item: Item, onDelete: () => void) => ReactNode;
}

/**
 * The removal of an item after a question; a failure shows a toast. `asked` is the item of the open question.
 * `listRef` goes on the list's element, which takes the focus when the card that had it is gone.
 */
function useRemoval<Item extends Job | Ad>(props: OwnListProps<Item>) {
  const { query, queryKey, words, endpoint, onRemoved, onSettled } = props;
  const queryClient = useQueryClient();
  const [asked, ask] = useState<Item | null>(null);
  const [removals, setRemovals] = useState(0);
  const listRef = useRef<HTMLElement>(null);
  const isLocked = useRef(false);

  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Item) =>
      removeOnce(
        id,
        () => call(endpoint, { params: { id } }),
        async () => (await query.refetch({ throwOnError: true })).data,
      ),
    onSuccess: (_answer, { id }) => {
      toastSuccess(STATE.deleted);
      onRemoved?.(id);
      queryClient.setQueryData<List<Item>>(
        queryKey,
        (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
      );
      // In one update, so that the focus moves after the closing dialog has placed it.
      ask(null);
      setRemovals((count) => count + 1);
    },
    onError: (error) => {
      ask(null);
      reportFailure(error, words.notRemoved);
    },
    onSettled: () => {
      isLocked.current = false;
      onSettled();
    },
  });
  useEffect(() => {
    if (removals > 0) listRef.current?.focus();
  }, [removals]);
  const confirm = () => {
    if (asked === null || isLocked.current) return;
    isLocked.current = true;
    mutate(asked);
  };
  return { listRef, asked, isBusy: isPending, ask, cancel: () => ask(null), confirm };
}

interface RemovalDialogProps {
  what: string;
  title: string;
  isPaid: boolean;
  payable: Payable;
  isBusy: boolean;
  confirm: () => void;
  cancel: () => void;
}

function RemovalDialog(props: RemovalDialogProps) {
  const { what, title, isPaid, payable, isBusy, confirm, cancel } = props;
  const { payment, now } = useKnownPayment(payable);
  const titleId = useId();
  return (
    <Dialog
      titleId={titleId}
      onClose={() => {
        if (!isBusy) cancel();
      }}
      className="max-w-[26rem]"
    >
      <h2 id={titleId} className="text-lg font-bold">{`Delete this ${what}?`}</h2>
      <div className="mt-2 text-muted">
        <p dir="auto" className="line-clamp-3 font-semibold text-ink wrap-anywhere">
          {title}
        </p>
        <p className="mt-1">
          {isPaid
            ? 'You have paid for it. If you delete it, you cannot get it back, and the money is not given back.'
            : 'If you delete it, you cannot get it back.'}
        </p>
        {isAwaited(payment, now) && (
          <Notice tone="warning" className="mt-3">
            <p>
              {`A payment for this ${what} is not finished. First enter your PIN or press cancel on the phone: money that comes after the ${what} is deleted must be sent back by hand.`}
            </p>
          </Notice>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={cancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="danger" busy={isBusy} onClick={confirm}>
          {`Delete ${what}`}
        </Button>
      </div>
    </Dialog>
  );
}

const grid = 'grid gap-4 md:grid-cols-2';

/** The screen of the client's own jobs or ads (spec §2). */
export function OwnList<Item extends Job | Ad>(props: OwnListProps<Item>) {
  const { what, icon, words, purpose, addPath, skeletons, query, titleOf, isPaid, isDue } = props;
  const { renderCard, explain = (text) => text } = props;
  const { data, error, isPending, isLoadingError, refetch } = query;
  const { listRef, asked, ask, ...removal } = useRemoval(props);
  useLoadFailureToast(isLoadingError, words.failed);
  const items = [...(data?.items ?? [])].sort((a, b) => Number(isDue(b)) - Number(isDue(a)));
  const rest = restOf(query);
  const { length } = items;
  const counted = data?.isWhole ? `${length} ${what}${length === 1 ? '' : 's'}` : words.loading;
  const told = new Set(items.filter(saysPayment).map(({ id }) => nameOf({ purpose, id })));
  const isEmpty = data?.isWhole === true && length === 0;
  const add = (
    <ButtonLink look={isEmpty ? 'accent' : 'quiet'} to={addPath} icon="plus">
      {words.add}
    </ButtonLink>
  );
  return (
    <SidebarLayout>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <PageTitle title={words.title} />
        {!isEmpty && add}
      </div>
      <PaymentNotices
        isTold={(payable) =>
          told.has(nameOf(payable)) || (payable.purpose === purpose && isPending)
        }
      />
      <section ref={listRef} tabIndex={-1} aria-label={words.label} className="outline-none">
        {isPending && (
          <>
            <p role="status" className="mb-3 text-muted">
              {words.loading}
            </p>
            <div className={grid}>
              {Array.from({ length: skeletons.count }, (_, index) => (
                <Skeleton key={index} className={skeletons.height} />
              ))}
            </div>
          </>
        )}
        {!data && !isPending && (
          <LoadFailed text={explain(words.failed, error)} onRetry={() => void refetch()} />
        )}
        {isEmpty && (
          <StateBox text={words.empty}>
            <Icon name={icon} className="order-first size-10 text-brand" />
            {add}
          </StateBox>
        )}
        <RestNote rest={rest} />
        {length > 0 && (
          <>
            {!rest && <p className="mb-3 text-muted">{counted}</p>}
            <ul className={grid}>
              {items.map((item, index) => (
                <li key={item.id || index} className="min-w-0">
                  {renderCard(item, () => ask(item))}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {asked && (
        <RemovalDialog
          what={what}
          title={titleOf(asked)}
          isPaid={isPaid(asked)}
          payable={{ purpose, id: asked.id }}
          {...removal}
        />
      )}
    </SidebarLayout>
  );
}
