import { useState } from 'react';
import { Button } from '../../components/Button.tsx';

interface ShareButtonProps {
  title: string;
  /** The path of the screen to share. */
  path: string;
}

const words = {
  ready: '',
  copied: 'Link copied. Paste it where you like.',
  failed: 'This phone does not let us copy. Copy the address from the top of the page.',
} as const;

/** Shares an address with the phone's own share sheet; copies it where there is none. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof words>('ready');

  const share = async () => {
    const url = window.location.origin + path;
    if ('share' in navigator) {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // The person has closed the sheet: nothing failed.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button look="quiet" icon="share" onClick={() => void share()}>
        Share
      </Button>
      <p role="status" className="text-sm text-muted">
        {words[outcome]}
      </p>
    </div>
  );
}
