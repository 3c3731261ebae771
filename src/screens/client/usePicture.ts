import { useEffect, useRef, useState } from 'react';
import { AD_IMAGE_MAX_SIDE } from '../../contract/limits.ts';
import { rememberPicture } from '../../lib/session/personal.ts';
import { getSession } from '../../lib/session/session.ts';

/** Whether the browser can show the file, whatever type it names. */
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
 * The picture to send: made small, or the file itself where the browser cannot do that. A file
 * that is not a picture is returned without a type, and the form refuses it.
 */
async function prepare(file: File): Promise<File> {
  if (file.type !== '' && !file.type.startsWith('image/')) return file;
  try {
    const { shrinkImage } = await import('./shrinkImage.ts');
    const small = await shrinkImage(file, AD_IMAGE_MAX_SIDE);
    if (small) return small;
  } catch {
    // Without a connection the script may be missing; the server makes the picture small too.
  }
  return (await canBeShown(file)) ? file : new File([file], file.name);
}

interface PictureOptions {
  /** Called with the file at once, and again with the picture to send. */
  setFile: (file: File, isFinal: boolean) => void;
  getFile: () => File | undefined;
}

/** Lets a person choose a picture, and makes it small before it is sent (spec §5, ad creation). */
export function usePicture({ setFile, getFile }: PictureOptions) {
  const [isPreparing, setPreparing] = useState(false);
  const [originalBytes, setOriginalBytes] = useState<number | null>(null);
  const latest = useRef<Promise<void>>(null);

  useEffect(
    () => () => {
      rememberPicture(getSession().ended === 'expired' ? getFile() : undefined);
    },
    [getFile],
  );

  const pick = (file: File) => {
    setFile(file, false);
    setOriginalBytes(file.size);
    setPreparing(true);
    const work: Promise<void> = prepare(file).then((prepared) => {
      // The person has chosen another picture since.
      if (latest.current !== work) return;
      setPreparing(false);
      setFile(prepared, true);
    });
    latest.current = work;
  };

  return {
    pick,
    isPreparing,
    /** Original size of the chosen file, or null when none is chosen. */
    originalBytes,
    /** Resolves when the chosen picture is ready to send. */
    settled: () => latest.current,
  };
}
