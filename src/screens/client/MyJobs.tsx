import { PageTitle } from '../../components/PageTitle.tsx';

export function MyJobs() {
  return <PageTitle title="MyJobs" />;
}
