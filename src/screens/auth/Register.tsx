import { PageTitle } from '../../components/PageTitle.tsx';

export function Register(_: { role: 'client' | 'fundi' }) {
  return <PageTitle title="Register" />;
}
