import { PageTitle } from '../../components/PageTitle.tsx';

export function JobList() {
  return <PageTitle title="JobList" />;
}
