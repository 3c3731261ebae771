import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { unbroken } from '../../lib/unbroken.tsx';

interface SecondStepProps {
  /** The text of the button, which the person confirms. */
  label: string;
  /** When to press it, and what happens otherwise. */
  text: string;
  /** Shown until the press, below the button. */
  before?: ReactNode;
  /** Shown only after the press. */
  children: ReactNode;
}

/** A form behind a button: a second payment may cost the money twice. */
export function SecondStep({ label, text, before, children }: SecondStepProps) {
  const [isOpen, setIsOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) content.current?.focus();
  }, [isOpen]);
  if (isOpen) {
    return (
      <Card>
        <div ref={content} tabIndex={-1} className="outline-none">
          {children}
        </div>
      </Card>
    );
  }
  return (
    <>
      <Card className="space-y-3">
        <p className="text-sm text-muted">{unbroken(text)}</p>
        <Button look="quiet" className="w-full sm:w-auto" onClick={() => setIsOpen(true)}>
          <span>{unbroken(label)}</span>
        </Button>
      </Card>
      {before}
    </>
  );
}
