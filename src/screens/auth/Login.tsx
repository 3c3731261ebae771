import { PageTitle } from '../../components/PageTitle.tsx';

export function Login(_: { role: 'client' | 'fundi' }) {
  return <PageTitle title="Login" />;
}
