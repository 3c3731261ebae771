/** The tools of the screen tests do what the tests rely on. */
import { configure, getConfig, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { call } from '../../src/lib/api/client.ts';
import { statusOf } from '../../src/lib/api/errors.ts';
import { useMediaQuery } from '../../src/lib/useMediaQuery.ts';
import { setMedia } from '../support/browser.ts';
import { advance, stopClock } from '../support/clock.ts';
import { assertNoConsoleErrors } from '../support/consoleErrors.ts';
import { MAGIC } from '../mocks/magic.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { useBase } from '../mocks/server.ts';
import { town } from '../mocks/town.ts';
import { renderAt, storeSession } from '../support/renderAt.tsx';
import { pathTo } from '../../src/paths.ts';

const outcome = (sent: Promise<unknown>) =>
  sent.then(
    () => 'fine',
    (error: unknown) => statusOf(error) ?? 'network error',
  );

const { asyncUtilTimeout } = getConfig();
const getFundi = (id: string) => call('getFundi', { params: { id } });

function Titles() {
  const [titles, setTitles] = useState('none');
  useEffect(() => {
    void call('listAds').then((ads) => setTitles((ads as { title: string }[])[0]!.title));
  }, []);
  return <p>{titles}</p>;
}

function Look() {
  const isNarrow = useMediaQuery('(max-width: 639px)');
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  return <p>{`${isNarrow ? 'narrow' : 'wide'} ${isStill ? 'still' : 'moving'}`}</p>;
}

/** Keeps the processor busy between the render and its effects, as other work of the machine does. */
async function blockSoon() {
  // Testing Library has seen the render after fewer promises.
  // oxlint-disable-next-line no-await-in-loop
  for (let left = 60; left > 0; left -= 1) await Promise.resolve();
  const until = performance.now() + 20;
  while (performance.now() < until);
}

function Late() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    setTimeout(() => setIsShown(true), 5);
  }, []);
  return isShown && <Heading />;
}

function Heading() {
  useLayoutEffect(() => void blockSoon(), []);
  useEffect(() => {
    document.title = 'The effect has run';
  }, []);
  return <h1>Here</h1>;
}

describe('mocked calls', () => {
  test('are logged with their bodies', async () => {
    storeSession({ user: 'client', token: 'a-token' });
    await call('listFundis');
    await outcome(call('getJobPaymentStatus', { query: { job_id: 7 } }));
    const [list, status] = calls();
    expect(list).toMatchObject({ name: 'listFundis', method: 'GET', path: '/accounts/fundis/' });
    expect(list?.headers).not.toHaveProperty('authorization');
    expect(status).toMatchObject({
      path: '/payments/job-status/?job_id=7',
      query: { job_id: '7' },
      headers: { authorization: 'Token a-token' },
    });
  });

  test('answer in turns, and then repeat the last answer', async () => {
    mock('listAds', 500, 'network error', { body: [], delayMs: 5 });
    expect(await outcome(call('listAds'))).toBe(500);
    expect(await outcome(call('listAds'))).toBe('network error');
    expect(await call('listAds')).toEqual([]);
    expect(await call('listAds')).toEqual([]);
    mock('listAds', 'usual');
    expect(await call('listAds')).toMatchObject([{ title: town.ad.title }]);
  });

  test('fail by magic inputs', async () => {
    expect(await outcome(getFundi(MAGIC.id.serverError))).toBe(500);
    expect(await outcome(getFundi(MAGIC.id.networkError))).toBe('network error');
  });

  test('take a multipart form with a file', async () => {
    storeSession({ user: 'client' });
    const form = new FormData();
    form.append('title', 'Milk');
    form.append('description', 'Fresh every day');
    form.append('image', new File(['x'], 'milk.png', { type: 'image/png' }));
    expect(await call('createAd', { body: form })).toMatchObject({ title: 'Milk', link: null });
    const { image, ...fields } = calls('createAd')[0]!.body as { image: File };
    expect(fields).toEqual({ title: 'Milk', description: 'Fresh every day' });
    expect(image).toMatchObject({ name: 'milk.png', type: 'image/png', size: 1 });
  });

  test('are an error outside the contract', async () => {
    useBase('https://api.example.com/api');
    expect((await fetch('https://api.example.com/api/ads/')).status).toBe(200);
    await expect(fetch('https://api.example.com/api/ads')).rejects.toThrow('fetch');
    expect(assertNoConsoleErrors).toThrow('GET https://api.example.com/api/ads');
  });
});

describe('the stopped clock', () => {
  test('stands at the moment of the project, in its time zone', () => {
    expect(Date.now()).toBe(Date.parse(process.env.TEST_NOW ?? ''));
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(process.env.TZ);
    expect(new Date(town.job.created_at).getTime()).toBe(Date.now() - 2 * 24 * 60 * 60 * 1000);
  });

  test('polls exactly as often as the time allows', async () => {
    stopClock('2026-03-01T09:00:00Z');
    const answers: unknown[] = [];
    const timer = setInterval(() => void call('listAds').then((ads) => answers.push(ads)), 4000);
    await advance(3900);
    expect(calls()).toHaveLength(0);
    await advance(600);
    expect(calls()).toHaveLength(1);
    await advance(11 * 4000);
    clearInterval(timer);
    expect(calls()).toHaveLength(12);
    expect(answers).toHaveLength(12);
  });

  test('does not move while findBy waits for an answer', async () => {
    stopClock();
    const before = Date.now();
    render(<Titles />);
    expect(await screen.findByText(town.ad.title)).toBeInTheDocument();
    expect(Date.now()).toBe(before);
    configure({ asyncUtilTimeout: 100 });
    await expect(screen.findByText('never there')).rejects.toThrow('Unable to find');
    configure({ asyncUtilTimeout });
  });

  test('does not wait for an answer that never comes', async () => {
    stopClock();
    mock('listAds', 'never');
    void call('listAds').catch(() => undefined);
    await advance(5000);
    expect(calls('listAds')).toHaveLength(1);
  });
});

describe('a call that the test holds', () => {
  test('is answered after its delay', async () => {
    stopClock();
    mock('listAds', { delayMs: 3000 });
    const answered = vi.fn();
    void call('listAds').then(answered);
    await advance(2900);
    expect(answered).not.toHaveBeenCalled();
    await advance(200);
    expect(answered).toHaveBeenCalledOnce();
  });

  test('is answered when the test says so', async () => {
    stopClock();
    const releases: (() => void)[] = [];
    mock('listAds', () => new Promise((done) => releases.push(() => done({ body: [] }))));
    const answered = vi.fn();
    void call('listAds').then(answered);
    await advance(1000);
    expect(answered).not.toHaveBeenCalled();
    for (const release of releases) release();
    await advance(0);
    expect(answered).toHaveBeenCalledWith([]);
  });
});

test('media queries match as the test sets them', async () => {
  render(<Look />);
  expect(screen.getByText('wide moving')).toBeInTheDocument();
  setMedia({ width: 360, reducedMotion: true });
  await waitFor(() => expect(screen.getByText('narrow still')).toBeInTheDocument());
});

describe('the mounted app', () => {
  test('opens at the address, signed in as a person of the town', async () => {
    const { user, token, currentPath } = renderAt('/nowhere', { user: 'client' });
    const contact = await screen.findByRole('link', { name: 'Contact' });
    expect(token).toBe(localStorage.getItem('token'));
    expect(localStorage.getItem('user_type')).toBe('client');
    await user.click(contact);
    expect(currentPath()).toBe(pathTo('contact'));
  });

  test('starts new in every test', async () => {
    renderAt(pathTo('myJobs'));
    await waitFor(() => expect(window.location.pathname).toBe(pathTo('loginClient')));
    expect(localStorage).toHaveLength(0);
  });
});

test('what is found has run its effects, on a busy machine too', async () => {
  render(<Late />);
  await screen.findByRole('heading', { name: 'Here' });
  expect(document.title).toBe('The effect has run');
});
