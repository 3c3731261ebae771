import { PageTitle } from '../../components/PageTitle.tsx';

export function FundiList() {
  return <PageTitle title="FundiList" />;
}
