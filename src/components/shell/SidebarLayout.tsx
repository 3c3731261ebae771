import type { ReactNode } from 'react';
import { Sidebar } from './Sidebar.tsx';

/**
 * A screen with the sidebar beside it, or with the bar below it on phones. It is at least as high
 * as the window, so that the footer does not move in sight when content comes.
 */
export function SidebarLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative mx-auto flex min-h-screen max-w-7xl flex-col gap-3 px-4 pt-2 sm:px-6 sm:pt-6 lg:flex-row lg:gap-8">
      <Sidebar />
      <div className="min-w-0 flex-1 space-y-3 sm:space-y-6">{children}</div>
    </div>
  );
}
