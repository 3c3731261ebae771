/** Fills in forms as a person does who pastes: a form is rendered again at each letter that is typed. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { PASSWORD } from '../mocks/db.ts';

/** Puts each value into the field with its label, one after the other. */
export async function fillIn(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await user.clear(await screen.findByLabelText(label));
    await user.paste(value);
  }
}

/** Logs in on the screen of the login, once it is there. */
export async function logIn(user: UserEvent, phone: string, password = PASSWORD): Promise<void> {
  await fillIn(user, { 'Phone number': phone, Password: password });
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}
