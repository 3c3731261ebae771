import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** Says that a list is empty or did not load, and what the person can do. */
export function StateBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-2xl border border-dashed border-line bg-surface px-4 py-10 text-center">
      <p role="status" className="max-w-prose text-lg">
        {text}
      </p>
      {children}
    </div>
  );
}

/** A failed load with a "Try again". */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <StateBox text={text}>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </StateBox>
  );
}
