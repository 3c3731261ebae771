import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Ad } from '../../contract/schemas.ts';
import { adQuery, myAdsQuery } from '../../lib/api/queries.ts';
import { adFailureText } from '../../lib/refusedCalls.ts';
import { useChanged } from './useChanged.ts';
import { useOwnList } from './useOwnList.ts';
import { useRemoval } from './useRemoval.ts';

/** The client's own ads and their deletion (spec §2, manage ads). */
export function useMyAds() {
  const queryClient = useQueryClient();
  const query = useQuery(myAdsQuery());
  const state = useOwnList(query, FAILURE.myAds);
  const changed = useChanged();
  const { listRef, removal } = useRemoval<Ad>({
    endpoint: 'deleteAd',
    fallback: FAILURE.adDelete,
    onRemoved: ({ id }) => {
      queryClient.removeQueries({ queryKey: adQuery(id).queryKey });
      queryClient.setQueryData(
        myAdsQuery().queryKey,
        (ads) => ads && { ...ads, items: ads.items.filter((ad) => ad.id !== id) },
      );
    },
    onSettled: changed.ads,
  });
  return { state, failed: adFailureText(FAILURE.myAds, query.error), listRef, removal };
}
