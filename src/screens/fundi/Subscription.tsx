import { PageTitle } from '../../components/PageTitle.tsx';

export function Subscription() {
  return <PageTitle title="Subscription" />;
}
