import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import { FundiProfileForm } from './FundiProfileForm.tsx';
import { useFundiProfile } from './useFundiProfile.ts';

function Loading() {
  return (
    <div className="max-w-2xl space-y-5">
      <p role="status" className="text-muted">
        Loading your profile...
      </p>
      <Skeleton className="h-[52rem]" />
    </div>
  );
}

/** The fundi's profile update (spec §2). */
export function FundiProfile() {
  const state = useFundiProfile();
  return (
    <SidebarLayout>
      <PageTitle title="Update your profile" />
      {state.status === 'loading' && <Loading />}
      {state.status === 'failed' && <LoadFailed text={FAILURE.profileLoad} onRetry={state.retry} />}
      {state.status === 'loaded' && <FundiProfileForm account={state.account} />}
    </SidebarLayout>
  );
}
