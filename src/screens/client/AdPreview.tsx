import { useEffect, useId, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { AdFace, readMoreLook, type ShownAd } from '../../components/ads/AdFace.tsx';
import { AdFrame, adForm } from '../../components/ads/AdFrame.tsx';
import { withScheme, type AdFormInput } from '../../contract/forms.ts';

/** An address of the chosen picture for this page; null when there is none. */
function usePictureAddress(file: File | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    // The browser makes the address and must get it back.
    // oxlint-disable-next-line react/set-state-in-effect
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
}

/** The ad as the banner shows it. It is only looked at. */
function Shown({ ad }: { ad: ShownAd }) {
  return (
    <AdFrame label="Sponsored">
      <div className={`${adForm(false).size} flex narrow:flex-col`}>
        <AdFace ad={ad} />
        <span className={readMoreLook(false)}>Read more</span>
      </div>
    </AdFrame>
  );
}

/** The new ad as everyone will see it, once it has a picture. */
export function AdPreview({ control }: { control: Control<AdFormInput, unknown, AdFormInput> }) {
  const headingId = useId();
  const { title = '', description = '', link = '', image } = useWatch({ control });
  const picture = usePictureAddress(image);
  if (picture === null) return null;
  const ad: ShownAd = {
    title: title.trim() || 'Your title',
    description: description.trim() || 'Your description',
    link: withScheme(link),
    image_url: picture,
  };
  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 id={headingId} className="font-semibold">
        Your ad as people will see it
      </h2>
      <Shown ad={ad} />
      <p className="text-sm text-muted">
        Here the edges of a tall picture are cut. Whoever opens the ad sees all of it.
      </p>
    </section>
  );
}
