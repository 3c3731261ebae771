import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePageLoaded } from '../../../components/shell/usePageLoaded.ts';
import type { Town } from '../../../contract/pages.ts';
import { fundisQuery } from '../../../lib/api/queries.ts';
import { givenTown, townOf } from '../../../lib/trades.ts';

/**
 * What the home page says of the town: from the list where it is there, or from what our server has put into
 * the page. From another host the list is fetched, after all that the page shows. Null until known.
 */
export function useTown(): Town | null {
  const isLoaded = usePageLoaded();
  const [given] = useState(givenTown);
  const query = useQuery({ ...fundisQuery(), enabled: isLoaded && given === null });
  const { isError, isFetching } = query;
  const isComing = isFetching && query.data?.isWhole === false;
  const data = isComing ? undefined : query.data?.items;
  return useMemo(
    () => (data ? townOf(data) : isError ? townOf([]) : given),
    [data, isError, given],
  );
}
