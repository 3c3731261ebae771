import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { RestNote } from '../../components/list/ListNotes.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadingCards } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import * as STATE from '../../contract/messages/state.ts';
import type { Ad, Id, Job, PaymentPurpose } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { reportFailure, useLoadFailureToast } from '../../lib/api/failure.ts';
import { restOf, type List, type Rest } from '../../lib/api/lists.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { nameOf, type Payable } from '../../payments/attempt.ts';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { isAwaited, saysPayment } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';

/** What has become of a list of the client's own jobs or ads. */
type OwnListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void; error: unknown }
  | { status: 'loaded'; items: Item[]; isWhole: boolean; rest: Rest | null };

interface Options<Item> {
  query: UseQueryResult<List<Item>>;
  queryKey: readonly unknown[];
  /** The texts when a failure has none of its own (spec §8). */
  failures: { load: string; removal: string };
  endpoint: 'deleteJob' | 'deleteAd';
  onRemoved?: (id: Id) => void;
  /** Called after a removal that succeeded or failed: what is shown may be out of date. */
  onSettled: () => void;
}

/**
 * The client's own jobs or ads, and the removal of one after a question; a failure also shows a toast. `asked` is the item
 * of the open question. `listRef` goes on the list's element, which takes the focus when the card that had it is gone.
 */
export function useOwnList<Item extends Job | Ad>(options: Options<Item>) {
  const { query, queryKey, failures, endpoint, onRemoved, onSettled } = options;
  const queryClient = useQueryClient();
  useLoadFailureToast(query.isLoadingError, failures.load);
  const [asked, ask] = useState<Item | null>(null);
  const [removals, setRemovals] = useState(0);
  const listRef = useRef<HTMLElement>(null);
  const isLocked = useRef(false);

  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Item) => call(endpoint, { params: { id } }),
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
      reportFailure(error, failures.removal);
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

  const { data, isPending: isLoading, error, refetch } = query;
  let state: OwnListState<Item> = { status: 'failed', retry: () => void refetch(), error };
  if (isLoading) state = { status: 'loading' };
  else if (data) state = { status: 'loaded', ...data, rest: restOf(query) };
  const removal = { asked, isBusy: isPending, ask, cancel: () => ask(null), confirm };
  return { state, listRef, removal };
}

interface RemovalDialogProps {
  /** The word for what is deleted, for instance "job". */
  what: string;
  title: string;
  isPaid: boolean;
  payable: Payable;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * The question before a job or an ad is deleted, with what that means for the money. Escape and Cancel change nothing.
 */
export function RemovalDialog(props: RemovalDialogProps) {
  const { what, title, isPaid, payable, isBusy, onConfirm, onCancel } = props;
  const { payment, now } = useKnownPayment(payable);
  const titleId = useId();
  return (
    <Dialog
      titleId={titleId}
      onClose={() => {
        if (!isBusy) onCancel();
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
        <Button look="quiet" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="danger" busy={isBusy} onClick={onConfirm}>
          {`Delete ${what}`}
        </Button>
      </div>
    </Dialog>
  );
}

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
