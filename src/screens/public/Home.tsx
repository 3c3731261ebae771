import { PageTitle } from '../../components/PageTitle.tsx';

export function Home() {
  return <PageTitle title="Home" />;
}
