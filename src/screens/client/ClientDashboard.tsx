import { PageTitle } from '../../components/PageTitle.tsx';

export function ClientDashboard() {
  return <PageTitle title="ClientDashboard" />;
}
