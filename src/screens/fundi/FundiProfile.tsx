import { PageTitle } from '../../components/PageTitle.tsx';

export function FundiProfile() {
  return <PageTitle title="FundiProfile" />;
}
