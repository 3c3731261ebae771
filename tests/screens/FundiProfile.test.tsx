import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { fundiProfileSchema } from '../../src/contract/inputs.ts';
import { SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import { addFundi } from '../mocks/db.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { fillIn } from '../support/forms.ts';
import { gate } from '../support/gate.ts';
import { renderAt } from '../support/renderAt.tsx';
import { findToast, seeFailure } from '../support/toasts.ts';

const ADDRESS = '/profile/update/fundi';
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const trade = (name: string) => screen.getByRole('button', { name });
const save = () => screen.findByRole('button', { name: 'Save profile' });

describe('the profile of a fundi', () => {
  it('is loaded into the form, sent in full and again after a failure, and leads to the dashboard', async () => {
    mock('updateMyFundi', 'network error', 'usual');
    const app = renderAt(ADDRESS, { user: 'fundi' });
    expect(await field('Name')).toHaveValue('Otieno Odhiambo');
    expect(await field('ID number')).toHaveValue(town.fundi.id_number);
    expect(await field('Skills')).toHaveValue('Plumbing, Tiling, Painting');
    expect(await field('Location')).toHaveValue('Juja');
    expect(await field('Your price')).toHaveValue('Ksh 1,500 a day');
    expect(screen.getByRole('switch', { name: 'Available for work' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Show my phone number' })).toBeChecked();
    // What is sent without an input of its own, nobody could change.
    const inputs = document.querySelectorAll('main form [name], main form [role=switch]');
    expect(inputs).toHaveLength(Object.keys(fundiProfileSchema.shape).length);

    // What is typed is sent in the type that the API gave, a number too.
    for (const input of document.querySelectorAll<HTMLInputElement>('main form [name]')) {
      const { value } = input;
      await app.user.clear(input);
      await app.user.paste(value);
    }
    await fillIn(app.user, { Location: ' Thika ', 'Your price': 'By agreement' });
    await app.user.click(screen.getByRole('switch', { name: 'Show my phone number' }));
    await app.user.click(await save());
    await seeFailure('Update failed. Try again.');
    expect(await field('Your price')).toHaveValue('By agreement');
    await app.user.click(await save());
    await waitFor(() => expect(app.currentPath()).toBe('/dashboard/fundi'));
    expect(await findToast('Saved.')).toBeVisible();
    expect(calls('updateMyFundi')).toHaveLength(2);
    const typed = { location: 'Thika', show_contact: false, rate_note: 'By agreement' };
    const { id_number } = town.fundi;
    expect(calls('updateMyFundi')[1]?.body).toEqual({ ...SAMPLE_PROFILE, id_number, ...typed });
    await screen.findByRole('heading', { level: 1, name: 'Fundi dashboard' });
    expect(app.currentPath()).toBe('/dashboard/fundi');
    expect(screen.getByText('Thika')).toBeVisible();
    expect(sessionStorage.getItem('drafts')).toBeNull();
  });

  it('requires every text field', async () => {
    const empty = { name: '', id_number: '', location: null, rate_note: '' };
    const fundi = addFundi({ ...empty, skills: ' , ,' });
    const app = renderAt(ADDRESS, { user: fundi });
    await app.user.click(await save());
    expect(await screen.findByText('Name is required.')).toBeVisible();
    expect(screen.getByText('Add at least one skill.')).toBeVisible();
    expect(screen.getByText('Location is required.')).toBeVisible();
    expect(screen.getByText('Your price is required.')).toBeVisible();
    expect(screen.getByText('ID number is required.')).toBeVisible();
    expect(await field('Name')).toHaveFocus();
    expect(calls('updateMyFundi')).toEqual([]);
  });

  it('offers trades of the table, which stay one comma-separated text', async () => {
    const app = renderAt(ADDRESS, { user: 'fundi' });
    await fillIn(app.user, { Skills: 'Fundi wa maji,' });
    expect(trade('Building')).not.toBePressed();
    await app.user.click(trade('Building'));
    expect(trade('Building')).toBePressed();
    expect(screen.getByText('Building added.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'TV, radio and DStv' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'All trades' }));
    await app.user.click(trade('TV, radio and DStv'));
    const skills = 'Fundi wa maji, Building, TV/radio and DStv';
    expect(await field('Skills')).toHaveValue(skills);
    await app.user.click(trade('Painting'));
    await app.user.click(trade('Painting'));
    expect(trade('Painting')).not.toBePressed();
    expect(screen.getByText('Painting removed.')).toBeInTheDocument();
    await app.user.click(await save());
    await waitFor(() => expect(calls('updateMyFundi')).toHaveLength(1));
    expect(calls('updateMyFundi')[0]?.body).toMatchObject({ skills });
  });

  it('takes a pasted list of lines, and makes none by Enter', async () => {
    const app = renderAt(ADDRESS, { user: 'fundi' });
    const skills = await field('Skills');
    await app.user.clear(skills);
    await app.user.paste('Plumbing\nTiling,\r\nGates');
    await app.user.keyboard('{Enter}');
    await app.user.click(await save());
    await waitFor(() => expect(calls('updateMyFundi')).toHaveLength(1));
    expect(calls('updateMyFundi')[0]?.body).toMatchObject({ skills: 'Plumbing, Tiling, Gates' });
  });
});

test('the form shows the new answer of the API, not the one read before', async () => {
  const app = renderAt('/dashboard/fundi', { user: 'fundi' });
  await app.user.click(await screen.findByRole('switch', { name: 'Available for work' }));
  await waitFor(() => expect(town.fundi.is_available).toBe(false));
  await app.user.click(screen.getByRole('link', { name: 'Edit' }));
  await screen.findByRole('heading', { level: 1, name: 'Update your profile' });
  expect(await screen.findByRole('switch', { name: 'Available for work' })).not.toBeChecked();
});

test('the form waits for a switch that is on its way, and does not move it back', async () => {
  const { opened, open } = gate();
  mock('updateMyFundi', () => opened.then(() => 'usual'), 'usual');
  const app = renderAt('/dashboard/fundi', { user: 'fundi' });
  await app.user.click(await screen.findByRole('switch', { name: 'Available for work' }));
  await app.user.click(screen.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByText('Loading your profile...')).toBeVisible();
  open();
  expect(await screen.findByRole('switch', { name: 'Available for work' })).not.toBeChecked();
  await app.user.click(await save());
  await waitFor(() => expect(calls('updateMyFundi')).toHaveLength(2));
  expect(town.fundi.is_available).toBe(false);
});
