import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Says that the form was filled from what was typed before, and offers to start again. */
export function DraftNotice({ onDiscard, note }: { onDiscard: () => void; note?: string }) {
  return (
    <Notice role="status" className="max-w-2xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p>We kept what you typed last time.</p>
          {note && <p>{note}</p>}
        </div>
        <Button look="quiet" onClick={onDiscard}>
          Start afresh
        </Button>
      </div>
    </Notice>
  );
}
