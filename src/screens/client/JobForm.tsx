import { PageTitle } from '../../components/PageTitle.tsx';

export function JobForm() {
  return <PageTitle title="JobForm" />;
}
