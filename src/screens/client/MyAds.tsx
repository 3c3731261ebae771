import { PageTitle } from '../../components/PageTitle.tsx';

export function MyAds() {
  return <PageTitle title="MyAds" />;
}
