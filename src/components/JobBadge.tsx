import type { Job } from '../contract/schemas.ts';
import { Badge } from './Badge.tsx';

/** Whether others see a job of the client; nothing of one that is not paid for or taken down. */
export function JobBadge({ job }: { job: Job }) {
  if (job.taken_down) return null;
  if (job.is_active) return <Badge tone="success">Active</Badge>;
  return job.is_paid ? <Badge>Paid, switched off</Badge> : null;
}
