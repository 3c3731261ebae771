import { mPesa } from '../../lib/unbroken.tsx';

/** What to try when no prompt comes to the phone. */
export function PromptHelp({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <details open={isOpen} className="rounded-xl border border-line px-4">
      <summary className="-mx-4 min-h-11 rounded-xl px-4 py-2.5 font-semibold">
        No {mPesa} message came?
      </summary>
      <ul className="mb-4 list-disc space-y-1.5 pl-5 text-muted">
        <li>See that the phone is on and has signal, and that its screen is unlocked.</li>
        <li>Finish or close any other {mPesa} menu that is open on the phone.</li>
        <li>
          An old SIM card may need an update: dial <b className="text-ink">*234#</b> and choose the{' '}
          {mPesa} update, then start the phone again.
        </li>
        <li>
          Dial <b className="text-ink">*334#</b> to see that {mPesa} works on this line and how much
          money is there.
        </li>
      </ul>
    </details>
  );
}
