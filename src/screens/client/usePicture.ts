import { useEffect, useRef, useState } from 'react';
import { AD_IMAGE_MAX_SIDE } from '../../contract/limits.ts';
import { keepPicture } from '../../lib/session/personal.ts';
import { getSession } from '../../lib/session/session.ts';

/** Whether the browser can show the file, whatever its type claims. */
async function canBeShown(file: File): Promise<boolean> {
  const image = new Image();
  if (!('decode' in image)) return true;
  const address = URL.createObjectURL(file);
  try {
    image.src = address;
    await image.decode();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * The picture as it is sent: small, or the file itself where the browser cannot make it so. What
 * is no picture after all comes back without a type, which the form refuses.
 */
async function prepare(file: File): Promise<File> {
  if (file.type !== '' && !file.type.startsWith('image/')) return file;
  try {
    const { shrinkImage } = await import('./shrinkImage.ts');
    const small = await shrinkImage(file, AD_IMAGE_MAX_SIDE);
    if (small) return small;
  } catch {
    // Without a line the script may be missing: the server makes the picture small as well.
  }
  return (await canBeShown(file)) ? file : new File([file], file.name);
}

interface PictureOptions {
  /** Takes the file at once, and again as it will be sent. */
  setFile: (file: File, isFinal: boolean) => void;
  getFile: () => File | undefined;
}

/** Choosing a picture and making it small before it is sent (spec §5, ad creation). */
export function usePicture({ setFile, getFile }: PictureOptions) {
  const [isPreparing, setPreparing] = useState(false);
  const [originalBytes, setOriginalBytes] = useState<number | null>(null);
  const latest = useRef<Promise<void>>(null);

  useEffect(
    () => () => {
      keepPicture(getSession().ended === 'expired' ? getFile() : undefined);
    },
    [getFile],
  );

  const pick = (file: File) => {
    setFile(file, false);
    setOriginalBytes(file.size);
    setPreparing(true);
    const work: Promise<void> = prepare(file).then((prepared) => {
      // Another picture has been chosen since.
      if (latest.current !== work) return;
      setPreparing(false);
      setFile(prepared, true);
    });
    latest.current = work;
  };

  return {
    pick,
    isPreparing,
    /** Size of the chosen file as it was, or null when none was chosen yet. */
    originalBytes,
    /** Resolves when the chosen picture is as it will be sent. */
    settled: () => latest.current,
  };
}
