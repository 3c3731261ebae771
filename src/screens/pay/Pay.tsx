import { PageTitle } from '../../components/PageTitle.tsx';

export function Pay(_: { purpose: 'post_job' | 'post_ad' }) {
  return <PageTitle title="Pay" />;
}
