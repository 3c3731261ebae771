import type { ReactNode } from 'react';
import { Sidebar } from './Sidebar.tsx';

/** A screen with the sidebar beside it, or with the bar below it on phones. */
export function SidebarLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-6 px-4 pt-4 sm:px-6 sm:pt-6 lg:flex-row lg:gap-8">
      <Sidebar />
      <div className="min-w-0 flex-1 space-y-6">{children}</div>
    </div>
  );
}
