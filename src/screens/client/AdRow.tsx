import { TakenDown } from '../../components/TakenDown.tsx';
import type { Ad } from '../../contract/schemas.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { adTitle } from './adTitle.ts';

/** An ad on the dashboard that waits for its client: it is not paid for, or taken down. */
export function AdRow({ ad }: { ad: Ad }) {
  const title = adTitle(ad);
  return (
    <li className="space-y-3 px-4 py-3 sm:px-5">
      <h3 dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {`Ad: ${title}`}
      </h3>
      {ad.taken_down ? (
        <TakenDown what="ad" reason={ad.taken_down} />
      ) : (
        <NotPaid purpose="post_ad" item={ad} title={title} />
      )}
    </li>
  );
}
