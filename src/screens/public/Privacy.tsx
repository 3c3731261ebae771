import { PageTitle } from '../../components/PageTitle.tsx';

export function Privacy() {
  return <PageTitle title="Privacy" />;
}
