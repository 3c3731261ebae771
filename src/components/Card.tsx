import type { ReactNode } from 'react';

export function Card({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`rounded-2xl border border-line bg-surface p-4 raised sm:p-5 ${className}`}>
      {children}
    </div>
  );
}

/** A band of kitenge diamonds, the product's ornament. Decorative. */
export function KitengeStrip({ className = 'h-3' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`block w-full dark:opacity-85 ${className}`}
      width="100%"
      height="12"
    >
      <defs>
        <pattern id="kitenge" width="48" height="12" patternUnits="userSpaceOnUse">
          <rect width="48" height="12" fill="var(--accent)" />
          <path d="M0 12 12 0 24 12Z" fill="var(--clay)" />
          <path d="M24 0 36 12 48 0Z" fill="#0e5245" />
          <path d="M8 12 12 8l4 4ZM32 0l4 4 4-4Z" fill="#fff8ec" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#kitenge)" />
    </svg>
  );
}
