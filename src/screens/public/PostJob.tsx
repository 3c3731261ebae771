import { ButtonLink } from '../../components/Button.tsx';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';

/** The way to a job of one's own, for who found no fundi; a fundi posts none. */
export function PostJob() {
  const { token, userType } = useSession();
  if (userType === 'fundi') return null;
  return token === null ? (
    <ButtonLink to={pathTo('registerClient')}>Register and post a job</ButtonLink>
  ) : (
    <ButtonLink to={pathTo('addJob')}>Post a job</ButtonLink>
  );
}
