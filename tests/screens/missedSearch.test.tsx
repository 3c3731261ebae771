/** The call `reportMissedSearch`, which the specification does not list: made only where the API counts. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as STATE from '../../src/contract/messages/state.ts';
import { COUNTS_MISSED } from '../../src/contract/missedSearch.ts';
import { reportMissedSearch } from '../../src/lib/api/missedSearch.ts';
import { advance, stopClock } from '../support/clock.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { renderAt } from '../support/renderAt.tsx';

/** Opens the directory of an API whose empty list has these headers. */
async function openDirectory(headers: Record<string, string>) {
  mock('listFundis', { body: [], headers });
  const app = renderAt('/fundis', { user: 'client' });
  await screen.findByText(STATE.fundisEmpty);
  return app;
}

it('is made for what a person has typed and nobody was found for, once they have stopped', async () => {
  stopClock();
  mock('listFundis', {
    body: [makeFundi({ skills: 'Plumbing' })],
    headers: { [COUNTS_MISSED]: '1' },
  });
  const { user } = renderAt('/fundis');
  await user.type(await screen.findByLabelText(/^Search/), 'xylophone tuner');
  expect(await screen.findByText(STATE.fundisEmpty)).toBeVisible();
  expect(calls('reportMissedSearch')).toEqual([]);
  await advance(2000);
  await waitFor(() =>
    expect(calls('reportMissedSearch')).toMatchObject([{ body: { phrase: 'xylophone tuner' } }]),
  );
});

it('is made once for a phrase, without a token and cookies, and never for what may name somebody', async () => {
  await openDirectory({ [COUNTS_MISSED]: '1' });
  for (const phrase of ['0712345678', 'wanjiku@gmail.com', '30111222']) reportMissedSearch(phrase);
  reportMissedSearch('Fundi wa piano');
  reportMissedSearch(' fundi wa PIANO ');
  await waitFor(() => expect(calls('reportMissedSearch')).toHaveLength(1));
  const [{ body, headers } = { headers: {} }] = calls('reportMissedSearch');
  expect(body).toEqual({ phrase: 'fundi wa piano' });
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('cookie');
});

it('is not made to an API that does not say that it counts', async () => {
  const { unmount } = await openDirectory({ [COUNTS_MISSED]: '1' });
  unmount();
  await openDirectory({});
  reportMissedSearch('Mganga');
  expect(calls('reportMissedSearch')).toEqual([]);
});
