import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../components/Button.tsx';
import { useSession } from '../../lib/session/session.ts';
import { jobAbout, pathTo } from '../../paths.ts';

/** The way to a job of one's own about what was searched, for who found no fundi; a fundi posts none. */
export function PostJob() {
  const { token, userType } = useSession();
  const [search] = useSearchParams();
  const [q, skill, location] = ['q', 'skill', 'location'].map((key) => search.get(key) ?? '');
  const job = jobAbout({ title: q || skill || '', location: location ?? '' });
  if (userType === 'fundi') return null;
  return token === null ? (
    <ButtonLink to={pathTo('registerClient')} state={{ from: job }}>
      Register and post a job
    </ButtonLink>
  ) : (
    <ButtonLink to={job}>Post a job</ButtonLink>
  );
}
