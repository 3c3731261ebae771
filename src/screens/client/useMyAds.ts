import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FAILURE } from '../../contract/messages.ts';
import type { Ad } from '../../contract/schemas.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { adQuery, myAdsQuery } from '../../lib/api/queries.ts';
import { useChanged } from './useChanged.ts';
import { useRemoval } from './useRemoval.ts';

type MyAdsState =
  { status: 'loading' } | { status: 'failed'; retry: () => void } | { status: 'loaded'; ads: Ad[] };

/** The client's own ads and their deletion (spec §2, manage ads). */
export function useMyAds() {
  const queryClient = useQueryClient();
  const { data, isPending, isLoadingError, refetch } = useQuery(myAdsQuery());
  const changed = useChanged();
  const { listRef, removal } = useRemoval<Ad>({
    endpoint: 'deleteAd',
    fallback: FAILURE.adDelete,
    done: 'Ad deleted.',
    onRemoved: ({ id }) => {
      queryClient.removeQueries({ queryKey: adQuery(id).queryKey });
      queryClient.setQueryData(myAdsQuery().queryKey, (ads) => ads?.filter((ad) => ad.id !== id));
    },
    onSettled: changed.ads,
  });
  useLoadFailureToast(isLoadingError, FAILURE.myAds);

  let state: MyAdsState = { status: 'failed', retry: () => void refetch() };
  if (isPending) state = { status: 'loading' };
  else if (data) state = { status: 'loaded', ads: data };
  return { state, listRef, removal };
}
