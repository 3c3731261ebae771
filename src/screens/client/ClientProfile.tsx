import { PageTitle } from '../../components/PageTitle.tsx';

export function ClientProfile() {
  return <PageTitle title="ClientProfile" />;
}
