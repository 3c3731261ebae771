import { PageTitle } from '../../components/PageTitle.tsx';

export function FundiDetail() {
  return <PageTitle title="FundiDetail" />;
}
