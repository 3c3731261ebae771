import type { ReactNode } from 'react';

/** One line of the help, which unfolds. */
export const Fold = ({
  title,
  isOpen,
  children,
}: {
  title: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) => (
  <details open={isOpen}>
    <summary className="-mx-4 min-h-11 px-4 py-2.5 font-semibold">{title}</summary>
    <div className="mb-3 space-y-4">{children}</div>
  </details>
);
