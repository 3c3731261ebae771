import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../support/renderAt.tsx';

it.each(['/nowhere', '/fundis/1/more', '/dashboard'])('is the page of %s', async (address) => {
  const { user, currentPath } = renderAt(address);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
  expect(document.title).toBe('Page not found · Fundi Mtaani');
  expect(screen.getByText('404')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to Home' }));
  expect(currentPath()).toBe('/');
});
