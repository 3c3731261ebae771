import { screen, type BoundFunctions, type queries } from '@testing-library/react';
import { expect } from 'vitest';

/** The link with this name, on the screen or in a part of it, leads to `href`. */
export const leadsTo = (
  name: string | RegExp,
  href: string,
  part: Pick<BoundFunctions<typeof queries>, 'getByRole'> = screen,
) => expect(part.getByRole('link', { name })).toHaveAttribute('href', href);
