import { useEffect, useId, useState, type DragEvent } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { AdFace, readMoreLook, type ShownAd } from '../../components/ads/AdFace.tsx';
import { adForm, AdFrame } from '../../components/ads/AdFrame.tsx';
import { FieldFrame } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import { withScheme, type AdFormInput } from '../../contract/forms.ts';

/** A size for people, for instance "4.2 MB". */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

function readyText(bytes: number, originalBytes: number): string {
  return bytes < originalBytes
    ? `Ready to send: ${sizeText(bytes)} instead of ${sizeText(originalBytes)}.`
    : `Ready to send: ${sizeText(bytes)}.`;
}

/** An address of a picture for this page; null until it is made, and when there is none. */
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

interface PictureFieldProps {
  control: Control<AdFormInput, unknown, AdFormInput>;
  onPick: (file: File) => void;
  isPreparing: boolean;
  originalBytes: number | null;
}

/** The ad's picture: a person chooses, takes or drops it, and sees it as it will be sent. */
export function PictureField({ control, onPick, isPreparing, originalBytes }: PictureFieldProps) {
  const { field, fieldState } = useController({ control, name: 'image' });
  const [isOver, setIsOver] = useState(false);
  const file: File | undefined = field.value;
  const error = fieldState.error?.message;
  const isShown = file !== undefined && !isPreparing && !error;
  const address = usePictureAddress(isShown ? file : undefined);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onPick(dropped);
  };

  return (
    <FieldFrame
      label="Image"
      error={error}
      hint="A photo is made small before it is sent, so it costs you little data."
    >
      {(wiring) => (
        <>
          <input
            {...wiring}
            ref={field.ref}
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              const [picked] = target.files ?? [];
              if (picked) onPick(picked);
              // So that the same file can be chosen again.
              target.value = '';
            }}
            className="peer sr-only"
          />
          {/* Dropping is only a second way: the keyboard reaches the input. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <label
            htmlFor={wiring.id}
            onDragOver={(event) => {
              event.preventDefault();
              setIsOver(true);
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={onDrop}
            className={`relative grid w-full narrow:aspect-auto cursor-pointer ${isShown ? 'h-32' : 'min-h-36'} place-items-center overflow-hidden rounded-xl border-2 border-dashed text-center peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus) hover:border-brand ${isOver ? 'bg-brand-soft' : 'bg-sunken'} ${error ? 'border-danger' : 'border-muted/70'}`}
          >
            {address && (
              <img
                src={address}
                alt="Preview of your ad"
                className="absolute inset-0 size-full object-contain"
              />
            )}
            {!isShown && (
              <span className="grid justify-items-center gap-2 p-4 font-semibold">
                <Icon name="image" className="size-9 text-muted" />
                <span>
                  {isPreparing ? 'Preparing your picture...' : 'Choose a picture or take a photo'}
                </span>
              </span>
            )}
          </label>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="text-sm text-muted">
              {isShown && originalBytes !== null && readyText(file.size, originalBytes)}
            </p>
            {isShown && (
              <label
                htmlFor={wiring.id}
                className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-brand underline underline-offset-4"
              >
                <Icon name="edit" />
                Change picture
              </label>
            )}
          </div>
        </>
      )}
    </FieldFrame>
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
      <AdFrame label="Sponsored">
        <div className={`${adForm(false).size} flex narrow:flex-col`}>
          <AdFace ad={ad} />
          <span className={readMoreLook(false)}>Read more</span>
        </div>
      </AdFrame>
      <p className="text-sm text-muted">
        Here the edges of a picture may be cut. Whoever opens the ad sees all of it.
      </p>
    </section>
  );
}
