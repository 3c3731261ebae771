import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../components/Icon.tsx';

interface CountCardProps {
  label: string;
  /** Null while it is not known. */
  count: number | null;
  icon: IconName;
  to: string;
  action: string;
}

/** How many jobs or ads the client has, with a link to them. */
export function CountCard({ label, count, icon, to, action }: CountCardProps) {
  return (
    <Link
      to={to}
      className="group flex min-h-36 min-w-0 flex-col rounded-2xl border border-line bg-surface p-4 raised hover:border-brand sm:p-5"
    >
      <p className="flex items-center gap-2 font-semibold text-muted">
        <Icon name={icon} />
        <span>{label}</span>
      </p>
      <p className="mt-1 text-4xl font-extrabold tabular-nums">{count ?? '–'}</p>
      <p className="mt-auto inline-flex items-center gap-1.5 text-sm font-semibold text-brand group-hover:underline">
        <span>{action}</span>
        <Icon name="next" className="hidden size-4 sm:block" />
      </p>
    </Link>
  );
}
