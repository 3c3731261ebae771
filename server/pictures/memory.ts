/** The pictures in memory: each at most once, however many phones fetch it at the same time. */
import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** What is held of pictures that nobody is being sent: the running ads of a town fit. */
const MOST_IDLE_BYTES = 16 * 1024 * 1024;

interface Held {
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
  read: (name: string) => Promise<Buffer | null>,
  mostIdleBytes = MOST_IDLE_BYTES,
): (name: string, answer: ServerResponse) => Promise<Buffer | null> {
  /** The one that was used last stands last. */
  const held = new Map<string, Held>();
  let idleBytes = 0;

  function forgetOldest(): void {
    for (const [name, { length, answers }] of held) {
      if (idleBytes <= mostIdleBytes) return;
      if (answers > 0) continue;
      held.delete(name);
      idleBytes -= length;
    }
  }

  function start(name: string): Held {
    const picture: Held = { bytes: read(name), length: 0, answers: 0 };
    picture.bytes.then(
      (bytes) => {
        if (bytes === null) held.delete(name);
        else picture.length = bytes.byteLength;
      },
      () => held.delete(name),
    );
    return picture;
  }

  return (name, answer) => {
    const picture = held.get(name) ?? start(name);
    if (picture.answers === 0) idleBytes -= picture.length;
    picture.answers += 1;
    held.delete(name);
    held.set(name, picture);
    finished(answer, () => {
      picture.answers -= 1;
      if (picture.answers > 0 || held.get(name) !== picture) return;
      idleBytes += picture.length;
      forgetOldest();
    });
    return picture.bytes;
  };
}
