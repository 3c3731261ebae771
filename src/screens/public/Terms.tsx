import { PageTitle } from '../../components/PageTitle.tsx';

export function Terms() {
  return <PageTitle title="Terms" />;
}
