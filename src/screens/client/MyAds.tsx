import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AdImage } from '../../components/ads/AdFace.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { formatDate, parseDate } from '../../contract/dates.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import { safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { adQuery, myAdsQuery } from '../../lib/api/queries.ts';
import { adFailureText } from '../../lib/api/failure.ts';
import { pathTo } from '../../paths.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { saysPayment } from '../../payments/payment.ts';
import { adTitle, useChanged } from './own.ts';
import { OwnList } from './OwnList.tsx';

/** Whether time that was paid for is left, also of an ad that was taken down. */
const isPaidAd = (ad: Ad) => ad.is_active || (parseDate(ad.expires_at) ?? 0) > Date.now();

function expiryText(ad: Ad): string {
  const date = formatDate(ad.expires_at);
  if (ad.taken_down) return date ? `Paid until ${date}` : 'Not paid for';
  if (ad.is_active) return date ? `Runs until ${date}` : 'Running';
  return date ? `Ran until ${date}` : `Runs for ${AD_DAYS} days once it is paid`;
}

/** One of the client's own ads and what can be done with it (spec §2, manage ads). */
function MyAdCard({ ad, onDelete }: { ad: Ad; onDelete: () => void }) {
  const title = adTitle(ad);
  const link = safeLink(ad.link);
  return (
    <article className="h-full rounded-2xl border border-line bg-surface p-4 raised sm:p-5">
      {/* On a phone the words have the whole width, below the picture. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 lg:grid-rows-[auto_auto_1fr] narrow:grid-cols-[minmax(0,1fr)]">
        <AdImage
          ad={ad}
          sizes="284px"
          lazy
          className="aspect-square size-20 shrink-0 rounded-xl narrow:aspect-video narrow:h-auto narrow:w-full lg:row-span-3 lg:size-36"
        />
        <div className="space-y-1.5">
          <h2 dir="auto" className="line-clamp-3 text-lg leading-snug font-bold wrap-anywhere">
            {title}
          </h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <p className="flex items-center gap-1.5">
              <Icon name="calendar" className="size-4" />
              <span>{expiryText(ad)}</span>
            </p>
            {ad.is_active && !ad.taken_down && <Badge tone="success">Active</Badge>}
          </div>
        </div>
        <div className="col-span-2 lg:col-span-1 narrow:col-span-1">
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {ad.description}
          </p>
          {link && (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 max-w-full items-center gap-1.5 font-semibold text-brand underline underline-offset-4"
            >
              <span dir="ltr" className="truncate">
                {link.replace(/^https?:\/\//i, '')}
              </span>
              <Icon name="next" className="size-4 [transform:rotate(-45deg)]" />
              <span className="sr-only">, opens in a new tab</span>
            </a>
          )}
        </div>
        <div className="col-span-2 mt-1 space-y-3 lg:col-span-1 narrow:col-span-1">
          {ad.taken_down && <TakenDown what="ad" reason={ad.taken_down} />}
          {saysPayment(ad) && <NotPaid purpose="post_ad" item={ad} title={title} />}
          <Button look="quiet" icon="trash" onClick={onDelete}>
            Delete <span className="sr-only">{title}</span>
          </Button>
        </div>
      </div>
    </article>
  );
}

const words = {
  title: 'My ads',
  label: 'Your ads',
  add: 'Add an ad',
  loading: 'Loading your ads...',
  failed: FAILURE.myAds,
  empty: 'You have no ads yet. Show your shop or service to everyone who looks for a fundi here.',
  notRemoved: FAILURE.adDelete,
};

/** Manage ads (spec §2): the client's ads with their expiry, payment and delete. */
export function MyAds() {
  const queryClient = useQueryClient();
  const changed = useChanged();
  return (
    <OwnList
      what="ad"
      icon="megaphone"
      words={words}
      explain={adFailureText}
      purpose="post_ad"
      addPath={pathTo('addAd')}
      skeletons={{ count: 2, height: 'h-72' }}
      query={useQuery(myAdsQuery())}
      queryKey={myAdsQuery().queryKey}
      endpoint="deleteAd"
      onRemoved={(id) => queryClient.removeQueries({ queryKey: adQuery(id).queryKey })}
      onSettled={changed.ads}
      titleOf={adTitle}
      isPaid={isPaidAd}
      isDue={saysPayment}
      renderCard={(ad, onDelete) => <MyAdCard ad={ad} onDelete={onDelete} />}
    />
  );
}
