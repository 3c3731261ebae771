import { site } from '../lib/config.ts';
import { spacedPhone } from '../lib/contact.ts';
import { Notice } from './Notice.tsx';

/** Why the operator has taken the owner's job or ad down, and whom to call. */
export function TakenDown({ what, reason }: { what: 'job' | 'ad'; reason: string }) {
  return (
    <Notice tone="danger">
      <p className="font-semibold">{`We have taken this ${what} down.`}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {reason}
      </p>
      <p>
        Nobody else sees it, and it cannot be paid for. To talk about it, call{' '}
        <a
          translate="no"
          className="font-semibold underline underline-offset-4"
          href={`tel:${site.supportPhone}`}
        >
          {spacedPhone(site.supportPhone)}
        </a>
        .
      </p>
    </Notice>
  );
}
