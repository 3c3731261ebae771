import { useState } from 'react';
import { formatDate, parseDate } from '../../contract/rules.ts';
import type { Ad, Job } from '../../contract/schemas.ts';

/**
 * When an unpaid job or ad is deleted. Nothing where the API does not say it, where the date has
 * passed, and while a person looks into money for it.
 */
export function DeletionDate({ of: { deletes_at, payment } }: { of: Job | Ad }) {
  const [now] = useState(Date.now);
  const isAhead = (parseDate(deletes_at) ?? 0) > now;
  if (!isAhead || payment?.review) return null;
  return (
    <p className="text-sm">{`It will be deleted on ${formatDate(deletes_at)} if it is not paid.`}</p>
  );
}
