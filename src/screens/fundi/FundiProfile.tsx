import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import { FundiProfileForm } from './FundiProfileForm.tsx';
import { useFundiProfile } from './useFundiProfile.ts';

/** The fundi's profile update (spec §2). */
export function FundiProfile() {
  const state = useFundiProfile();
  return (
    <SidebarLayout>
      <PageTitle title="Update your profile" />
      {state.status === 'loading' && (
        <Loading text="Loading your profile..." boxes={['h-[52rem] max-w-2xl']} />
      )}
      {state.status === 'failed' && <LoadFailed text={FAILURE.profileLoad} onRetry={state.retry} />}
      {state.status === 'loaded' && <FundiProfileForm account={state.account} />}
    </SidebarLayout>
  );
}
