import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { unbroken } from '../../lib/unbroken.tsx';

/** What came from the M-Pesa menu and pays for nothing, by `unmatchedTexts`. */
export function Unmatched({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <Notice tone="warning" role="alert">
      {texts.map((text) => (
        <p key={text} className="font-semibold">
          {unbroken(text)}
        </p>
      ))}
      <SupportLinks />
    </Notice>
  );
}
