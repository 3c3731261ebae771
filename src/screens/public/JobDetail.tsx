import { PageTitle } from '../../components/PageTitle.tsx';

export function JobDetail() {
  return <PageTitle title="JobDetail" />;
}
