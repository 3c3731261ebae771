import { PageTitle } from '../../components/PageTitle.tsx';

export function FundiDashboard() {
  return <PageTitle title="FundiDashboard" />;
}
