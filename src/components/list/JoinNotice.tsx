import { Link } from 'react-router-dom';
import { pathTo } from '../../paths.ts';
import { Notice } from '../Notice.tsx';

/** The yellow notice that invites fundis to register (spec §2). */
export function JoinNotice() {
  return (
    <Notice tone="warning" icon="tools" className="py-1.5">
      <p>
        Are you a fundi?{' '}
        <Link
          to={pathTo('registerFundi')}
          className="-my-2.5 inline-block py-2.5 font-bold underline underline-offset-4"
        >
          Register free
        </Link>
      </p>
    </Notice>
  );
}
