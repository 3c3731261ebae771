import { useQueryClient } from '@tanstack/react-query';
import type { Ad, Id, Job } from '../../contract/schemas.ts';
import { mayBeDone, statusOf } from '../../lib/api/errors.ts';
import {
  adsQuery,
  jobsQuery,
  myAdsQuery,
  myJobsQuery,
  ownAdsKey,
  type List,
} from '../../lib/api/queries.ts';
import { after, CHECK_MS } from '../../lib/waits.ts';

/** The ad's title, or the fallback when it is missing (readings, spec §3). */
export function adTitle({ title }: Pick<Ad, 'title'>): string {
  return title || 'Untitled ad';
}

const TEXTS = ['title', 'description', 'location'] as const;
type Texts = Partial<Record<(typeof TEXTS)[number], string | null | undefined>>;
type Payable = Pick<Job, 'is_active' | 'is_paid'> & Partial<Pick<Ad, 'expires_at'>>;

/** A job that is switched off and an ad that has ended were paid for. */
const isUnpaid = ({ is_active, is_paid, expires_at }: Payable) =>
  !is_active && !is_paid && !expires_at;

/**
 * Posts a job or an ad. Where the answer gets lost, the API may have made it all the same: then it is in the own list,
 * unpaid and with the same texts, and a second press would make a second one. Throws what `post` throws.
 */
export async function postOnce<Item extends Texts & Payable>(
  texts: Texts,
  post: () => Promise<Item>,
  listOwn: () => Promise<{ items: readonly Item[] }>,
): Promise<Item> {
  try {
    return await post();
  } catch (error) {
    const own = mayBeDone(error) ? await listOwn().catch(() => null) : null;
    const made = own?.items.find(
      (item) => isUnpaid(item) && TEXTS.every((name) => (item[name] ?? '') === (texts[name] ?? '')),
    );
    if (made === undefined) throw error;
    return made;
  }
}

const NOT_FOUND = 404;

/**
 * Removes a job or an ad. Where the answer gets lost, the API may have removed it all the same, and says 404 to who
 * asks again: then it is in the own list no more. Throws what `remove` throws.
 */
export async function removeOnce(
  id: Id,
  remove: () => Promise<unknown>,
  listOwn: () => Promise<List<{ id: Id }> | undefined>,
): Promise<void> {
  try {
    await remove();
  } catch (error) {
    const mayBeGone = mayBeDone(error) || statusOf(error) === NOT_FOUND;
    if (!mayBeGone) throw error;
    // The question stays open meanwhile: nobody waits for a slow list.
    const own = await Promise.race([listOwn().catch(() => undefined), after(CHECK_MS)]);
    if (!own?.isWhole || own.items.some((item) => item.id === id)) throw error;
  }
}

/** Returns what to call after a write on a job or an ad: all lists and details are read again. */
export function useChanged() {
  const queryClient = useQueryClient();
  const refresh = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  return {
    jobs: () => refresh(myJobsQuery().queryKey, jobsQuery().queryKey),
    ads: () => refresh(myAdsQuery().queryKey, adsQuery().queryKey, ownAdsKey),
  };
}
