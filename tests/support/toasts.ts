/** The failure of a form as its screen shows it (spec §8). */
import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/** The toast with this text. */
export const findToast = (text: string) => screen.findByText(text, { selector: '.Toastify *' });

/** Waits for a failure that names no field: a toast has its text, and the form has it too. */
export async function seeFailure(text: string, onForm = text): Promise<void> {
  expect(await findToast(text)).toBeVisible();
  expect(screen.getByText(onForm, { selector: 'form *' })).toBeVisible();
}
