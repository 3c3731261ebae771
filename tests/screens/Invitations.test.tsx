import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { town } from '../mocks/town.ts';
import { renderAt } from '../support/renderAt.tsx';

it.each([
  ['/', () => screen.findByRole('link', { name: 'Browse Jobs' })],
  ['/fundis', () => screen.findByRole('link', { name: /^Call Otieno/ })],
  [`/fundis/${town.fundi.id}`, () => screen.findByRole('note')],
  [`/jobs/${town.job.id}`, () => screen.findByRole('note')],
])('a fundi is not asked to register at %s', async (address, seen) => {
  renderAt(address, { user: 'fundi' });
  await seen();
  for (const link of screen.getAllByRole('link')) {
    expect(link).not.toHaveAttribute('href', '/register/fundi');
  }
});
