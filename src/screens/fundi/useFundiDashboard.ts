import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { myFundiQuery } from '../../lib/api/queries.ts';
import { termOf, type Term } from './term.ts';

export interface Dashboard {
  account: OwnFundi;
  term: Term;
  /** The names of what the profile does not have. */
  missing: string[];
}

export type DashboardState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | ({ status: 'loaded' } & Dashboard);

function missingParts({ skills, location, rate_note }: OwnFundi): string[] {
  const parts = { skills, location, price: rate_note };
  return Object.entries(parts)
    .filter(([, value]) => value === null)
    .map(([part]) => part);
}

/** The fundi's own account as the dashboard shows it (spec §2, §4). */
export function useFundiDashboard(): DashboardState {
  const [openedAt] = useState(() => Date.now());
  const { data: account, dataUpdatedAt, isError, refetch } = useQuery(myFundiQuery());
  const isFailed = isError && account === undefined;
  useLoadFailureToast(isFailed, FAILURE.fundiDashboard);
  if (isFailed) return { status: 'failed', retry: () => void refetch() };
  if (account === undefined) return { status: 'loading' };
  return {
    status: 'loaded',
    account,
    term: termOf(account, Math.max(openedAt, dataUpdatedAt)),
    missing: missingParts(account),
  };
}
