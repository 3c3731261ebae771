import { pathTo } from '../../paths.ts';
import { isPaidAd, MyAdCard } from './MyAdCard.tsx';
import { OwnList } from './OwnList.tsx';
import { adTitle } from './adTitle.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import { useMyAds } from './useMyAds.ts';

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
  const { removal, failed, ...list } = useMyAds();
  return (
    <OwnList
      {...list}
      words={{ ...words, failed }}
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
