import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { LoadFailed, Loading } from '../States.tsx';
import { PageTitle } from './PageTitle.tsx';
import { SidebarLayout } from './SidebarLayout.tsx';

interface ProfileScreenProps<Account> {
  query: UseQueryResult<Account>;
  /** Whether a change of it is on its way. */
  isChanging?: boolean;
  box: string;
  children: (account: Account) => ReactNode;
}

/** The update of one's own account (spec §2). Later reads do not change what is typed. */
export function ProfileScreen<Account>(props: ProfileScreenProps<Account>) {
  const { query, isChanging = false, box, children } = props;
  const { data, isFetching, isLoadingError, refetch } = query;
  const [account, setAccount] = useState<Account | null>(null);
  if (account === null && data !== undefined && !isFetching && !isChanging) setAccount(data);
  useLoadFailureToast(isLoadingError, FAILURE.profileLoad);
  const isFailed = account === null && isLoadingError;
  return (
    <SidebarLayout isNarrow>
      <PageTitle title="Update your profile" />
      {account === null && !isFailed && <Loading text="Loading your profile..." boxes={[box]} />}
      {isFailed && <LoadFailed text={FAILURE.profileLoad} onRetry={() => void refetch()} />}
      {account !== null && children(account)}
    </SidebarLayout>
  );
}

interface ProfileSubmit<Input extends FieldValues, Values> {
  send: (body: Values) => Promise<unknown>;
  /** The saved values are shown under this key at once. */
  queryKey: readonly unknown[];
  rename?: Record<string, FieldPath<Input>>;
  onSaved?: (saved: Values) => void;
  to: string;
}

/** Sends the form of a loaded account (spec §5, §7). */
export function useProfileSubmit<Input extends FieldValues, Values extends object>(
  form: UseFormReturn<Input, unknown, Values>,
  { send, queryKey, rename = {}, onSaved, to }: ProfileSubmit<Input, Values>,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSubmit(form, {
    send: async (body) => {
      await send(body);
      return body;
    },
    fallback: FAILURE.profileUpdate,
    rename,
    onSent: (saved) => {
      toastSuccess(STATE.saved);
      onSaved?.(saved);
      client.setQueryData<object>(queryKey, (old) => old && { ...old, ...saved });
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
    },
    onDone: () => void navigate(to),
  });
}
