/** The pictures in memory: each at most once, however many phones fetch it at the same time. */
import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** Room for pictures that are not being sent now: enough for the running ads of a town. */
const MOST_IDLE_BYTES = 16 * 1024 * 1024;

interface PictureInMemory {
  bytes: Promise<Buffer | null>;
  /** 0 while it is being read. */
  length: number;
  /** How many answers are being sent with it. */
  answers: number;
}

/**
 * As `read`, with the answer that the picture is for. A picture is held while it is sent, so that slow
 * phones share it, and then until newer ones need the room: a read from the embedded database stops
 * everything else for some ms.
 */
export function holdPictures(
  read: (name: string, size: number) => Promise<Buffer | null>,
  mostIdleBytes = MOST_IDLE_BYTES,
): (name: string, size: number, answer: ServerResponse) => Promise<Buffer | null> {
  /** By name and size, the one that was used last at the end. */
  const held = new Map<string, PictureInMemory>();
  let idleBytes = 0;

  function forgetOldest(): void {
    for (const [key, { length, answers }] of held) {
      if (idleBytes <= mostIdleBytes) return;
      if (answers > 0) continue;
      held.delete(key);
      idleBytes -= length;
    }
  }

  function start(key: string, name: string, size: number): PictureInMemory {
    const picture: PictureInMemory = { bytes: read(name, size), length: 0, answers: 0 };
    picture.bytes.then(
      (bytes) => {
        if (bytes === null) held.delete(key);
        else picture.length = bytes.byteLength;
      },
      () => held.delete(key),
    );
    return picture;
  }

  return (name, size, answer) => {
    const key = `${name} ${size}`;
    const picture = held.get(key) ?? start(key, name, size);
    if (picture.answers === 0) idleBytes -= picture.length;
    picture.answers += 1;
    held.delete(key);
    held.set(key, picture);
    finished(answer, () => {
      picture.answers -= 1;
      if (picture.answers > 0 || held.get(key) !== picture) return;
      idleBytes += picture.length;
      forgetOldest();
    });
    return picture.bytes;
  };
}
