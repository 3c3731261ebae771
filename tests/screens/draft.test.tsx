import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { useDraft } from '../../src/lib/forms/draft.ts';
import { useForm } from '../../src/components/Field.tsx';

const schema = z.object({
  title: z.string(),
  id_number: z.string(),
  note: z.string(),
  shown: z.boolean(),
});

function Form({ title = '' }: { title?: string }) {
  const form = useForm(schema, { title, id_number: '', note: '', shown: true });
  const draft = useDraft('test', form);
  return (
    <form>
      <input aria-label="Title" {...form.register('title')} />
      <input aria-label="Secret" {...form.register('id_number')} />
      <input aria-label="Note" {...form.register('note')} />
      <input aria-label="Shown" type="checkbox" {...form.register('shown')} />
      <button
        type="button"
        onClick={() => {
          draft.clear();
          form.reset();
        }}
      >
        Clear
      </button>
      {draft.restored && <p>Kept</p>}
    </form>
  );
}

const MINE = 'draft:client:0711000001:test';
const field = (name: string) => screen.getByRole('textbox', { name });
const draft = () => {
  const stored = JSON.parse(localStorage.getItem(MINE) ?? 'null') as { value: object } | null;
  return stored?.value;
};
/** Says who has logged in on this device. */
const logIn = (phone = '0711000001') => localStorage.setItem('owner', `client:${phone}`);

test('a form is filled again from the draft of its person, and nobody else’s', async () => {
  logIn();
  const user = userEvent.setup();
  render(<Form />);
  await user.type(field('Title'), 'Fix a tap');
  await user.type(field('Secret'), '12345678');
  await user.click(screen.getByRole('checkbox', { name: 'Shown' }));
  expect(draft()).toEqual({ title: 'Fix a tap', shown: false });
  // In another tab; what is typed here is still of the person of before.
  logIn('0711000002');
  await user.type(field('Note'), 'Soon');
  cleanup();

  render(<Form />);
  expect(field('Title')).toHaveProperty('value', '');
  expect(screen.queryByText('Kept')).toBeNull();
  cleanup();

  logIn();
  render(<Form />);
  expect(field('Title')).toHaveProperty('value', 'Fix a tap');
  expect(field('Note')).toHaveProperty('value', 'Soon');
  expect(screen.getByRole('checkbox', { name: 'Shown' })).toHaveProperty('checked', false);
  expect(field('Secret')).toHaveProperty('value', '');
  screen.getByText('Kept');
});

test('only what differs from the first values is stored, until it is cleared', async () => {
  logIn();
  const user = userEvent.setup();
  render(<Form title="Tap" />);
  await user.type(field('Title'), 's');
  expect(draft()).toEqual({ title: 'Taps' });
  await user.type(field('Title'), '{Backspace}');
  expect(draft()).toBeUndefined();
  await user.type(field('Title'), 's');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field('Title')).toHaveProperty('value', 'Tap');
  expect(draft()).toBeUndefined();
});

test.each([
  'nonsense',
  '[]',
  'null',
  '7',
  '{"title":"Taps"}',
  '{"storedAt":1,"value":7}',
  '{"storedAt":1,"value":{"title":5,"shown":"yes"}}',
])('a broken draft is ignored: %s', (stored) => {
  logIn();
  localStorage.setItem(MINE, stored);
  render(<Form />);
  expect(field('Title')).toHaveProperty('value', '');
  expect(screen.getByRole('checkbox', { name: 'Shown' })).toHaveProperty('checked', true);
});
