import { PageTitle } from '../../components/PageTitle.tsx';

export function AdForm() {
  return <PageTitle title="AdForm" />;
}
