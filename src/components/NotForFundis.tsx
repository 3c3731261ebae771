import type { ReactNode } from 'react';
import { useSession } from '../lib/session/session.ts';

/** An invitation to register as a fundi, which a signed-in fundi does not need. */
export function NotForFundis({ children }: { children: ReactNode }) {
  return useSession().userType !== 'fundi' && children;
}
