import type { ReactNode } from 'react';

export function Card({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`rounded-2xl border border-line bg-surface p-4 raised sm:p-5 ${className}`}>
      {children}
    </div>
  );
}
