import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { useDraft } from '../../src/lib/forms/draft.ts';
import { clearDrafts } from '../../src/lib/session/personal.ts';
import { useForm } from '../../src/lib/forms/useForm.ts';

const schema = z.object({
  title: z.string(),
  id_number: z.string(),
  shown: z.boolean(),
  nested: z.object({ note: z.string() }),
});

function Form({ title = '', storage }: { title?: string; storage: 'device' | 'tab' }) {
  const form = useForm(schema, { title, id_number: '', shown: true, nested: { note: '' } });
  const draft = useDraft('test', form, storage);
  return (
    <form>
      <input aria-label="Title" {...form.register('title')} />
      <input aria-label="Secret" {...form.register('id_number')} />
      <input aria-label="Note" {...form.register('nested.note')} />
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
      <button
        type="button"
        onClick={() =>
          form.reset({ title: 'Loaded', id_number: '', shown: true, nested: { note: 'Loaded' } })
        }
      >
        Load
      </button>
      {draft.restored && <p>Kept</p>}
    </form>
  );
}

const field = (name: string) => screen.getByRole('textbox', { name });
const stores = { device: localStorage, tab: sessionStorage };

beforeEach(clearDrafts);

test.each(['device', 'tab'] as const)(
  'a form is filled again from its draft (%s)',
  async (storage) => {
    const user = userEvent.setup();
    render(<Form storage={storage} />);
    await user.type(field('Title'), 'Fix a tap');
    await user.type(field('Secret'), '12345678');
    await user.type(field('Note'), 'Soon');
    await user.click(screen.getByRole('checkbox', { name: 'Shown' }));
    expect(stores[storage].getItem('drafts')).not.toContain('12345678');
    cleanup();

    render(<Form storage={storage} />);
    expect(field('Title')).toHaveProperty('value', 'Fix a tap');
    expect(field('Note')).toHaveProperty('value', 'Soon');
    expect(screen.getByRole('checkbox', { name: 'Shown' })).toHaveProperty('checked', false);
    expect(field('Secret')).toHaveProperty('value', '');
    screen.getByText('Kept');
  },
);

test('only what differs from the loaded record is stored', async () => {
  const user = userEvent.setup();
  render(<Form title="Tap" storage="tab" />);
  await user.type(field('Title'), 's');
  expect(sessionStorage.getItem('drafts')).toBe('{"test":{"title":"Taps"}}');
  await user.type(field('Title'), '{Backspace}');
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('a record that loads late does not replace the draft', async () => {
  sessionStorage.setItem('drafts', '{"test":{"title":"Taps"},"other":{"a":"b"}}');
  const user = userEvent.setup();
  render(<Form storage="tab" />);
  await user.click(screen.getByRole('button', { name: 'Load' }));
  expect(field('Title')).toHaveProperty('value', 'Taps');
  expect(field('Note')).toHaveProperty('value', 'Loaded');
  expect(sessionStorage.getItem('drafts')).toBe('{"other":{"a":"b"},"test":{"title":"Taps"}}');
  await user.type(field('Title'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Load' }));
  expect(field('Title')).toHaveProperty('value', 'Taps 2');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field('Title')).toHaveProperty('value', 'Loaded');
  expect(sessionStorage.getItem('drafts')).toBe('{"other":{"a":"b"}}');
});

test.each(['nonsense', '[]', 'null', '{"test":7}', '{"test":{"title":5,"shown":"yes"}}'])(
  'a broken draft is ignored: %s',
  (stored) => {
    localStorage.setItem('drafts', stored);
    render(<Form storage="device" />);
    expect(field('Title')).toHaveProperty('value', '');
    expect(screen.getByRole('checkbox', { name: 'Shown' })).toHaveProperty('checked', true);
  },
);
