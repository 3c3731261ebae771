import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/Button.tsx';
import type { LoginState } from '../../components/shell/Guard.tsx';
import { Notice } from '../../components/Notice.tsx';
import * as STATE from '../../contract/messages/state.ts';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';
import type { JobListState } from './useJobList.ts';

/** The red box of the jobs list (spec §2). */
function Denied({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Notice tone="danger" role="alert" className="sm:p-6">
      <p className="text-lg font-semibold">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </Notice>
  );
}

/** The links for a visitor, or when the session has just ended; the login returns to `from`. */
export function RegisterFirst({ from }: { from: string }) {
  const hasExpired = useSession().ended === 'expired';
  const state: LoginState = { from, expired: hasExpired };
  const link = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';
  return (
    <>
      {hasExpired && (
        <p className="w-full font-semibold">You were logged out. Please log in again.</p>
      )}
      <ButtonLink to={pathTo('registerClient')}>Register as Client</ButtonLink>
      <ButtonLink look="quiet" to={pathTo('registerFundi')}>
        Register as Fundi
      </ButtonLink>
      <p className="flex w-full flex-wrap items-center gap-x-4 [justify-content:inherit]">
        Registered already?
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

type DeniedState = Exclude<JobListState, { list: unknown }>;

interface JobsDeniedProps {
  state: DeniedState;
  /** Where the login returns to. */
  from: string;
  /** The ads, below the box. */
  children: ReactNode;
}

/** Why the person cannot see the jobs, and what helps (spec §2, §4). */
export function JobsDenied({ state, from, children }: JobsDeniedProps) {
  const { userType } = useSession();
  if (state.status === 'unauthenticated') {
    return (
      <>
        <Denied text={STATE.jobsUnauthenticated}>
          <RegisterFirst from={from} />
        </Denied>
        {children}
      </>
    );
  }
  if (state.status === 'unsubscribed') {
    return (
      <>
        <Denied text={STATE.jobsUnsubscribed}>
          <ButtonLink to={pathTo('subscription')}>Subscribe Now</ButtonLink>
        </Denied>
        {userType === 'client' && (
          <p>
            You are logged in as a client. Fundis see the jobs of everybody here.{' '}
            <Link
              to={pathTo('myJobs')}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
            >
              See your own jobs
            </Link>
          </p>
        )}
        {children}
      </>
    );
  }
  return (
    <>
      <Denied text={state.text}>
        <Button look="quiet" onClick={state.retry}>
          Try again
        </Button>
      </Denied>
      {children}
    </>
  );
}
