import type { ReactNode } from 'react';
import { site } from '../lib/config.ts';
import { useSession } from '../lib/session/session.ts';
import { pathTo } from '../paths.ts';
import { ButtonLink } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** The name of the product within a text. A browser does not translate it. */
export const SiteName = () => <span translate="no">{site.name}</span>;

/** An invitation to register as a fundi, which a signed-in fundi does not need. */
export function NotForFundis({ children }: { children: ReactNode }) {
  return useSession().userType !== 'fundi' && children;
}

/** The green invitation below a fundi and below a job (spec §2). */
export const Invitation = ({ text, action }: { text: string; action: string }) => (
  <NotForFundis>
    <Notice tone="success" icon="tools">
      <p>{text}</p>
      <ButtonLink look="quiet" to={pathTo('registerFundi')}>
        {action}
      </ButtonLink>
    </Notice>
  </NotForFundis>
);
