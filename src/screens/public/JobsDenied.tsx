import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { LoginState } from '../../components/shell/Guard.tsx';
import { TRIAL_DAYS } from '../../contract/constants.ts';
import * as STATE from '../../contract/messages/state.ts';
import { site } from '../../lib/config.ts';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';

function Denied({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Notice tone="danger" role="alert" className="sm:p-6">
      <p className="text-lg font-semibold text-ink">{text}</p>
      <div className="flex flex-wrap gap-3 text-ink">{children}</div>
    </Notice>
  );
}

/** The links for a visitor, or when the session has just ended; the login returns to `from`. */
export function RegisterFirst({ from }: { from: string }) {
  const hasExpired = useSession().ended === 'expired';
  const state: LoginState = { from, expired: hasExpired };
  const link =
    'inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4';
  return (
    <>
      {hasExpired && (
        <p className="w-full font-semibold">You were logged out. Please log in again.</p>
      )}
      {/* First and filled: who looks for a job is a fundi. */}
      <ButtonLink to={pathTo('registerFundi')} className="max-sm:w-full">
        Register as Fundi
      </ButtonLink>
      <ButtonLink look="quiet" to={pathTo('registerClient')} className="max-sm:w-full">
        Register as Client
      </ButtonLink>
      <p className="flex w-full flex-wrap items-center gap-x-4 [justify-content:inherit]">
        <span className="max-sm:w-full">Registered already?</span>
        <Link to={pathTo('loginFundi')} state={state} className={link}>
          Log in as fundi
        </Link>
        <Link to={pathTo('loginClient')} state={state} className={link}>
          Log in as client
        </Link>
      </p>
    </>
  );
}

/** Why the jobs are not shown (spec §4). */
export type DeniedState =
  /** No token is stored, so no call was made. */
  | { status: 'unauthenticated' }
  /** The API answered 401 or 403. */
  | { status: 'unsubscribed' }
  | { status: 'error'; text: string; retry: () => void };

interface JobsDeniedProps {
  state: DeniedState;
  from: string;
}

/** Why the person cannot see the jobs, and what helps (spec §2, §4). */
export function JobsDenied({ state, from }: JobsDeniedProps) {
  const { userType } = useSession();
  switch (state.status) {
    case 'unauthenticated':
      return (
        <Denied text={STATE.jobsUnauthenticated}>
          <p className="w-full">
            {`People in ${site.town} post here what they need done. For fundis the first ${TRIAL_DAYS} days are free.`}
          </p>
          <RegisterFirst from={from} />
        </Denied>
      );
    case 'unsubscribed':
      return (
        <Denied text={STATE.jobsUnsubscribed}>
          {userType === 'client' && (
            <>
              <p className="w-full">
                You are logged in as a client. Fundis see the jobs of everybody here.
              </p>
              <ButtonLink icon="list" to={pathTo('myJobs')}>
                See your own jobs
              </ButtonLink>
            </>
          )}
          <ButtonLink look={userType === 'client' ? 'quiet' : 'accent'} to={pathTo('subscription')}>
            Subscribe Now
          </ButtonLink>
        </Denied>
      );
    default:
      return (
        <Denied text={state.text}>
          <Button look="quiet" onClick={state.retry}>
            Try again
          </Button>
        </Denied>
      );
  }
}
