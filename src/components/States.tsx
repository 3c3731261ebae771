import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** A grey box in the place of content that has not come yet. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-xl bg-sunken ${className}`} />;
}

/** The loading text of a screen, shown and announced, above a grey box for each part that comes. */
export function Loading({ text, boxes }: { text: string; boxes: readonly string[] }) {
  return (
    <div className="space-y-4">
      <p role="status" className="text-muted">
        {text}
      </p>
      {boxes.map((box, index) => (
        <Skeleton key={index} className={box} />
      ))}
    </div>
  );
}

/** Says that a list is empty or did not load, and what the person can do. */
export function StateBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-2xl border border-dashed border-line bg-surface px-4 py-10 text-center">
      <p role="status" className="max-w-prose text-lg text-balance">
        {text}
      </p>
      {children}
    </div>
  );
}

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <StateBox text={text}>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </StateBox>
  );
}
