import { PageTitle } from '../../components/PageTitle.tsx';

export function NotFound() {
  return <PageTitle title="NotFound" />;
}
