import { PageTitle } from '../../components/PageTitle.tsx';

export function Contact() {
  return <PageTitle title="Contact" />;
}
