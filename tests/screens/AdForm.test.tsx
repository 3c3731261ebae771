import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { db } from '../mocks/db.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { fillIn, logIn } from '../support/forms.ts';
import { gate } from '../support/gate.ts';
import { currentPath, renderAt } from '../support/renderAt.tsx';
import { seeFailure } from '../support/toasts.ts';

const add = '/dashboard/client/ads/add';
const open = () => renderAt(add, { user: 'client' });
type User = ReturnType<typeof open>['user'];

const photo = (name = 'milk.png', bytes = 2000) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' });

const twelveMegapixels = (name = 'IMG_2041.jpeg') =>
  new File([new Uint8Array(4 * 1024 * 1024)], name, { type: 'image/jpeg' });

const own = (value: unknown) => ({ configurable: true, value });
/** How the browser answers for a chosen picture of this size. */
function browserShows(
  width: number,
  height: number,
  decode: () => Promise<unknown> = async () => 0,
) {
  Object.defineProperties(HTMLImageElement.prototype, {
    decode: own(decode),
    naturalWidth: own(width),
    naturalHeight: own(height),
  });
}
const cannotDecode = async () => Promise.reject(new DOMException('', 'EncodingError'));
const unreadable = async () => Promise.reject(new DOMException('', 'NotReadableError'));
const never = () => new Promise<never>(() => undefined);

const field = (name: string) => screen.findByRole('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const image = () => screen.findByLabelText<HTMLInputElement>(/^Image/);
const SHOWN = 'Your ad as people will see it';
const preview = () => screen.findByRole('img', { name: 'Preview of your ad' });

const fill = (user: User) =>
  fillIn(user, { Title: 'Fresh milk', Description: 'Every morning in Juja.' });

const press = (user: User) => user.click(button('Continue to pay Ksh 500'));

/** Fills in the form with a picture and sends it. */
async function send(user: User, picture = photo()) {
  await fill(user);
  await user.upload(await image(), picture);
  await press(user);
}

/** The ad was accepted: its payment follows. */
const seePayment = () =>
  waitFor(() => expect(currentPath()).toMatch(/^\/dashboard\/client\/ads\/pay\/\d+$/));

const choose = async (file: File) => fireEvent.change(await image(), { target: { files: [file] } });

/** Logs in after the session has ended, and is back at the form. */
async function logInAgain(user: User, phone: string) {
  await waitFor(() => expect(currentPath()).toBe('/login/client'));
  stopClock();
  await logIn(user, phone);
  await screen.findByText('Opening your account…');
  await advance(1550);
  expect(currentPath()).toBe(add);
}

function sentImage(index = 0) {
  const body = calls('createAd')[index]?.body as { image: File } | undefined;
  const { image: file, ...fields } = body ?? { image: null };
  return { file, fields };
}

beforeEach(() => {
  // jsdom has none of it; what browsers do with a real photo is seen in them (`npm run test:browsers`).
  browserShows(40, 30);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined }),
  );
  return () => {
    vi.unstubAllGlobals();
    for (const name of ['decode', 'naturalWidth', 'naturalHeight'])
      Reflect.deleteProperty(HTMLImageElement.prototype, name);
  };
});

it('shows the ad while it is written, sends it once however often it is pressed, and goes to its payment', async () => {
  const { opened, open: letGo } = gate();
  mock('createAd', () => opened.then(() => 'usual'));
  const { user } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Add an ad' })).toBeVisible();
  expect(screen.getByText(/^Ksh 500 for 30 days\./)).toBeVisible();
  await fill(user);
  await user.type(await field('Link (optional)'), 'www.milk.co.ke/order');
  expect(screen.queryByRole('region', { name: SHOWN })).toBeNull();
  await user.upload(await image(), photo());
  expect(await preview()).toHaveAttribute('src', 'blob:preview');
  const shown = screen.getByRole('region', { name: SHOWN });
  expect(shown.querySelector('img')).toHaveAttribute('src', 'blob:preview');
  for (const text of ['Fresh milk', 'Every morning in Juja.', 'www.milk.co.ke']) {
    expect(within(shown).getByText(text)).toBeVisible();
  }
  expect(screen.getByText('Ready to send: 2 KB.')).toBeVisible();
  await user.tripleClick(button('Continue to pay Ksh 500'));
  const sending = await screen.findByRole('button', { name: 'Sending…' });
  expect(sending).toHaveAttribute('aria-disabled', 'true');
  letGo();
  await seePayment();
  expect(currentPath()).toBe(`/dashboard/client/ads/pay/${db.ads.at(-1)?.id}`);
  expect(calls('createAd')).toHaveLength(1);
  expect(calls('createAd')[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  const { file, fields } = sentImage();
  expect(fields).toEqual({
    title: 'Fresh milk',
    description: 'Every morning in Juja.',
    link: 'https://www.milk.co.ke/order',
  });
  expect(file).toMatchObject({ name: 'milk.png', type: 'image/png', size: 2000 });
});

it('sends no link when none was typed, and the picture that was chosen last', async () => {
  const { user } = open();
  await fill(user);
  await user.type(await field('Link (optional)'), '  ');
  await user.upload(await image(), photo('first.png'));
  await user.upload(await image(), photo('second.png'));
  await press(user);
  await seePayment();
  const { file, fields } = sentImage();
  expect(fields).toEqual({ title: 'Fresh milk', description: 'Every morning in Juja.' });
  expect(file?.name).toBe('second.png');
});

it('requires title, description and image: a message at each field, the focus on the first', async () => {
  const { user } = open();
  await field('Title');
  await press(user);
  expect(await screen.findByText('Title is required.')).toBeVisible();
  expect(screen.getByText('Description is required.')).toBeVisible();
  expect(screen.getByText('Please upload an image.')).toBeVisible();
  expect(await field('Title')).toHaveFocus();
  expect(await image()).toBeInvalid();
  expect(calls('createAd')).toEqual([]);

  await fill(user);
  await press(user);
  await waitFor(async () => expect(await image()).toHaveFocus());
  await user.upload(await image(), photo());
  await waitFor(() => expect(screen.queryByText('Please upload an image.')).toBeNull());
});

describe('a file that is not a picture', () => {
  const notAnImage = 'This file is not an image. Choose a photo or a picture.';

  it('is refused at the field at once, as a file over 8 MB that cannot be made smaller', async () => {
    open();
    await choose(new File(['%PDF'], 'prices.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText(notAnImage)).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Preview of your ad' })).toBeNull();
    await choose(photo('huge.png', 8 * 1024 * 1024 + 1));
    expect(await screen.findByText('The image must be at most 8 MB.')).toBeVisible();
    expect(screen.queryByText(notAnImage)).toBeNull();
    await choose(new File(['?'], 'thing'));
    expect(await screen.findByText(notAnImage)).toBeVisible();
    const zone = screen.getByText('Choose a picture or take a photo');
    fireEvent.dragOver(zone);
    fireEvent.drop(zone, { dataTransfer: { files: [photo()] } });
    expect(await preview()).toBeVisible();
    expect(screen.queryByText(notAnImage)).toBeNull();
  });

  it.each([
    ['prices.jpg', notAnImage],
    ['IMG_0042.HEIC', 'This phone photo (HEIC) cannot be used here. Choose a JPG or PNG.'],
  ])('is refused when it is named %s and the browser cannot show it', async (name, text) => {
    browserShows(0, 0, cannotDecode);
    const { user } = open();
    await fill(user);
    await choose(new File(['Mabati: Ksh 900'], name, { type: 'image/jpeg' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText(/Ready to send/)).toBeNull();
    await press(user);
    await waitFor(async () => expect(await image()).toHaveFocus());
    expect(calls('createAd')).toEqual([]);
  });

  it('shows the refusal of the server at the field and in one toast', async () => {
    mock('createAd', { status: 400, body: { image: ['This file is not an image.'] } });
    const { user } = open();
    await send(user);
    await waitFor(() => expect(screen.getAllByText('This file is not an image.')).toHaveLength(2));
    expect(await image()).toHaveFocus();
  });
});

describe('a large photo', () => {
  let encoded: { width: number; height: number; type: string }[];

  /** A browser that reads a picture of this size and writes what it is asked for. */
  function browserThatShrinks(width: number, height: number) {
    encoded = [];
    browserShows(width, height);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      drawImage: () => undefined,
      fillRect: () => undefined,
    } as unknown as CanvasRenderingContext2D & GPUCanvasContext);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
      this: HTMLCanvasElement,
      done,
      type = 'image/png',
    ) {
      encoded.push({ width: this.width, height: this.height, type });
      done(new Blob([new Uint8Array(150 * 1024)], { type }));
    });
  }

  it('is made small before it is sent, with a name of 60 characters, and the form says how much that saves', async () => {
    browserThatShrinks(3024, 4032);
    const { user } = open();
    await fill(user);
    await user.upload(await image(), twelveMegapixels(`${'x'.repeat(120)}.jpeg`));
    expect(await screen.findByText('Ready to send: 150 KB instead of 4.0 MB.')).toBeVisible();
    expect(encoded).toEqual([{ width: 960, height: 1280, type: 'image/jpeg' }]);
    await press(user);
    await seePayment();
    const name = `${'x'.repeat(56)}.jpg`;
    expect(sentImage().file).toMatchObject({ name, type: 'image/jpeg', size: 150 * 1024 });
  });

  it('is sent small when the form is sent before the picture is ready', async () => {
    browserThatShrinks(4032, 3024);
    const { opened, open: finish } = gate();
    browserShows(4032, 3024, () => opened);
    const { user } = open();
    await fill(user);
    await user.upload(await image(), twelveMegapixels());
    expect(screen.getByText('Preparing your picture...')).toBeVisible();
    await press(user);
    expect(calls('createAd')).toEqual([]);
    finish();
    await seePayment();
    expect(sentImage().file).toMatchObject({ name: 'IMG_2041.jpg', type: 'image/jpeg' });
  });

  it.each([
    ['webp', 'milk.jpg', 150 * 1024],
    ['jpeg', 'milk.jpeg', 2000],
  ])('that is a small %s already is sent as the JPEG %s', async (type, name, size) => {
    browserThatShrinks(800, 600);
    const { user } = open();
    await send(user, new File([new Uint8Array(2000)], `milk.${type}`, { type: `image/${type}` }));
    await seePayment();
    expect(sentImage().file).toMatchObject({ name, type: 'image/jpeg', size });
  });

  const TOO_LARGE = 'The image must be at most 8 MB.';
  const CHOOSE_AGAIN = 'This picture could not be read. Choose it again.';
  /** A photo that the phone does not give out, or only as long as nobody changes it. */
  const lost = (arrayBuffer: () => Promise<ArrayBuffer>) =>
    Object.assign(twelveMegapixels(), { arrayBuffer });

  it.each([
    ['its decoder never answers', never, twelveMegapixels(), 'Ready to send: 4.0 MB.'],
    ['its decoder never answers', never, photo('huge.png', 8 * 1024 * 1024 + 1), TOO_LARGE],
    ['its file is never read', undefined, lost(never), CHOOSE_AGAIN],
    ['its file is gone', undefined, lost(unreadable), CHOOSE_AGAIN],
    ['its file is empty', undefined, photo('empty.png', 0), CHOOSE_AGAIN],
  ])('is ready, or has a sentence, after 15 s: %s', async (_, decode, file, text) => {
    stopClock();
    browserShows(4032, 3024, decode);
    const { user } = open();
    await user.upload(await image(), file);
    await advance(15_100);
    expect(screen.queryByText('Preparing your picture...')).toBeNull();
    expect(screen.getByText(text)).toBeVisible();
  });

  it('is sent with the bytes that were there when it was chosen', async () => {
    const file = photo();
    const { user } = open();
    await user.upload(await image(), file);
    await preview();
    Object.assign(file, { arrayBuffer: unreadable, slice: unreadable, stream: unreadable });
    await fill(user);
    await press(user);
    await seePayment();
    expect(sentImage().file).not.toBe(file);
    expect(sentImage().file).toMatchObject({ name: 'milk.png', size: 2000 });
  });
});

it('shows the progress of the upload, and still has text and picture after a failure', async () => {
  const { opened, open: letGo } = gate();
  mock('createAd', () => opened.then(() => 'network error'), 'usual');
  const { user } = open();
  await send(user);
  expect(await screen.findByText('Sending your ad. Keep this page open.')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Sent' })).toHaveValue(0);
  letGo();
  await seeFailure(
    'Failed to create ad.',
    'Failed to create ad. If your browser blocks ads, allow them for this site, then try again.',
  );
  expect(await field('Title')).toHaveValue('Fresh milk');
  expect(screen.queryByRole('progressbar', { name: 'Sent' })).toBeNull();
  expect(await preview()).toBeVisible();
  await press(user);
  await seePayment();
});

it('goes to manage ads when the answer has no id', async () => {
  mock('createAd', { status: 201, body: {} });
  const { user } = open();
  await send(user);
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client/ads'));
});

it('has a draft of the text after a reload, until it is sent', async () => {
  const first = open();
  await fill(first.user);
  first.unmount();
  const { user, unmount } = renderAt(add);
  expect(await screen.findByText('We kept what you typed last time.')).toBeVisible();
  expect(screen.getByText('A picture is not kept: choose it again.')).toBeVisible();
  expect(await field('Title')).toHaveValue('Fresh milk');
  expect(screen.queryByRole('img', { name: 'Preview of your ad' })).toBeNull();
  await user.upload(await image(), photo());
  await press(user);
  await seePayment();
  unmount();
  renderAt(add);
  expect(await field('Title')).toHaveValue('');
});

it('has text and picture again after the session has ended and the person has logged in', async () => {
  mock('createAd', 401, 'usual');
  const { user } = open();
  await send(user);
  await logInAgain(user, '0711000001');
  expect(await field('Title')).toHaveValue('Fresh milk');
  expect(await preview()).toBeVisible();
  expect(screen.queryByText('A picture is not kept: choose it again.')).toBeNull();
  await press(user);
  await seePayment();
  expect(sentImage(1).file?.name).toBe('milk.png');
});

it('does not show another person the picture that was chosen before the session ended', async () => {
  mock('createAd', 401);
  const { user } = open();
  await send(user);
  await logInAgain(user, town.otherClient.phone_number);
  expect(await field('Title')).toHaveValue('');
  expect(screen.getByText('Choose a picture or take a photo')).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Preview of your ad' })).toBeNull();
});
