import { PageTitle } from '../../components/PageTitle.tsx';

export function ResetPassword(_: { role: 'client' | 'fundi' }) {
  return <PageTitle title="ResetPassword" />;
}
