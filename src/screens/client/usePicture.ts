import { useEffect, useRef, useState } from 'react';
import { AD_IMAGE_MAX_SIDE } from '../../contract/limits.ts';
import { rememberPicture } from '../../lib/session/personal.ts';
import { getSession } from '../../lib/session/session.ts';
import { after, PICTURE_MS } from '../../lib/waits.ts';
import { shrinkImage } from './shrinkImage.ts';

/**
 * The picture to send: made small, or the file itself where the browser cannot do that or its decoder does
 * not answer. What the form refuses is returned in a form that it knows: without a type when it is no
 * picture, empty when the file could not be read.
 */
async function prepare(file: File): Promise<File> {
  if (file.type !== '' && !file.type.startsWith('image/')) return file;
  // Read now: until it is sent, other apps may change the file, delete it or take the right to read it.
  const bytes = await Promise.race([file.arrayBuffer().catch(() => undefined), after(PICTURE_MS)]);
  const read = new File(bytes ? [bytes] : [], file.name, { type: file.type });
  if (read.size === 0) return read;
  const small = await Promise.race([shrinkImage(read, AD_IMAGE_MAX_SIDE), after(PICTURE_MS)]);
  if (small === null) return new File([read], file.name);
  return small ?? read;
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
