import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { holdPictures } from '../../server/listings/pictures/holdPictures.ts';

const answer = () => new ServerResponse(new IncomingMessage(new Socket()));
async function end(...answers: ServerResponse[]): Promise<void> {
  for (const one of answers) one.destroy();
  await nextTurn();
  await nextTurn();
}
const ofBytes = (length: number) => vi.fn(async (_name: string) => Buffer.alloc(length));

it('reads a picture once for all answers that are being sent', async () => {
  const read = ofBytes(100);
  const bytesOf = holdPictures(read, 0);
  const [first, second, third] = [answer(), answer(), answer()];
  const got = await Promise.all([bytesOf('a', 1280, first), bytesOf('a', 1280, second)]);
  expect(got[0]).toBe(got[1]);
  await end(first);
  expect(await bytesOf('a', 1280, third)).toBe(got[0]);
  expect(read).toHaveBeenCalledTimes(1);
  await end(second, third);
  await bytesOf('a', 1280, answer());
  expect(read).toHaveBeenCalledTimes(2);
});

it('drops the least recently used pictures first', async () => {
  const read = ofBytes(100);
  const bytesOf = holdPictures(read, 250);
  for (const name of ['a', 'b', 'a', 'c', 'd']) {
    const one = answer();
    await bytesOf(name, 1280, one);
    await end(one);
  }
  // `c` and `d` have the room.
  read.mockClear();
  for (const name of ['c', 'd']) {
    await bytesOf(name, 1280, answer());
  }
  expect(read).not.toHaveBeenCalled();
  await bytesOf('a', 1280, answer());
  expect(read.mock.calls).toEqual([['a', 1280]]);
});

it('stores the sizes of a picture separately', async () => {
  const bytesOf = holdPictures(async (_, size) => Buffer.from(String(size)));
  const sizes = [1280, 656].map(async (size) => String(await bytesOf('a', size, answer())));
  expect(await Promise.all(sizes)).toEqual(['1280', '656']);
});

it('reads a picture again that was missing or could not be read', async () => {
  const read = vi
    .fn<(name: string) => Promise<Buffer | null>>()
    .mockResolvedValueOnce(null)
    .mockRejectedValueOnce(new Error('the database is away'))
    .mockResolvedValueOnce(Buffer.from('webp'));
  const bytesOf = holdPictures(read);
  expect(await bytesOf('a', 1280, answer())).toBeNull();
  await expect(bytesOf('a', 1280, answer())).rejects.toThrow('the database is away');
  expect(await bytesOf('a', 1280, answer())).toEqual(Buffer.from('webp'));
});
