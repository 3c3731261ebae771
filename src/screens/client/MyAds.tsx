import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Ad } from '../../contract/schemas.ts';
import { adQuery, myAdsQuery } from '../../lib/api/queries.ts';
import { adFailureText } from '../../lib/api/failure.ts';
import { pathTo } from '../../paths.ts';
import { MyAdCard, isPaidAd } from './MyAdCard.tsx';
import { OwnList } from './OwnList.tsx';
import { RemovalDialog } from './RemovalDialog.tsx';
import { adTitle } from './adTitle.ts';
import { useChanged } from './useChanged.ts';
import { useOwnList } from './useOwnList.ts';

const words = {
  title: 'My ads',
  label: 'Your ads',
  nouns: ['ad', 'ads'],
  add: 'Add an ad',
  addFirst: 'Add your first ad',
  loading: 'Loading your ads...',
  empty: 'You have no ads yet. Show your shop or service to everyone who looks for a fundi here.',
} as const;

/** Manage ads (spec §2): the client's ads with their expiry, payment and delete. */
export function MyAds() {
  const queryClient = useQueryClient();
  const changed = useChanged();
  const { removal, ...list } = useOwnList<Ad>({
    query: useQuery(myAdsQuery()),
    queryKey: myAdsQuery().queryKey,
    failures: { load: FAILURE.myAds, removal: FAILURE.adDelete },
    endpoint: 'deleteAd',
    onRemoved: (id) => queryClient.removeQueries({ queryKey: adQuery(id).queryKey }),
    onSettled: changed.ads,
  });
  const error = list.state.status === 'failed' ? list.state.error : null;
  return (
    <OwnList
      {...list}
      words={{ ...words, failed: adFailureText(FAILURE.myAds, error) }}
      purpose="post_ad"
      addPath={pathTo('addAd')}
      skeletons={{ count: 2, cardClassName: 'h-112' }}
      renderCard={(ad) => <MyAdCard ad={ad} onDelete={() => removal.ask(ad)} />}
    >
      {removal.asked && (
        <RemovalDialog
          what="ad"
          title={adTitle(removal.asked)}
          isPaid={isPaidAd(removal.asked)}
          payable={{ purpose: 'post_ad', id: removal.asked.id }}
          isBusy={removal.isBusy}
          onConfirm={removal.confirm}
          onCancel={removal.cancel}
        />
      )}
    </OwnList>
  );
}
