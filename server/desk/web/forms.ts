/** The forms of the desk: what a command asks for, and what is asked once before a change. */
import { printable } from '../terminal.ts';
import { fieldsOf } from '../operation.ts';
import type { AnyCommand, Field, Question } from '../operation.ts';
import type { Choices } from '../operatorError.ts';
import { isChange } from '../operations.ts';
import { html, raw } from './html.ts';
import type { Html } from './html.ts';

export type Typed = Record<string, string>;

type FormField = Omit<Field, 'schema'>;

const REASON: FormField = {
  name: 'reason',
  usage: '--reason <text>',
  label: 'Reason (stored in the log: write no names)',
  isRequired: true,
  initial: undefined,
};

const KEYS = ['id', 'paymentId', 'receipt'];
/** The first field that says what a change is about: for instance the payment, and not the receipt that it is given. */
export const keyOf = (row: AnyCommand): Field | undefined =>
  fieldsOf(row).find(({ name, usage }) => KEYS.includes(name) && usage.startsWith('<'));

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isFlag = ({ usage }: FormField) => usage.startsWith('--') && !usage.includes('<');

export function formFields(row: AnyCommand): FormField[] {
  if (!isChange(row)) return fieldsOf(row);
  const isForOwner = row.why !== undefined;
  const reason = isForOwner ? { ...REASON, label: 'Reason (its owner reads it)' } : REASON;
  return [...fieldsOf(row), reason];
}

/** The input of the operation from what was typed; `who` is replaced by the operator's own name. */
export function inputOf(row: AnyCommand, typed: Typed): Record<string, unknown> {
  const given = fieldsOf(row)
    .filter(({ name }) => (typed[name] ?? '') !== '')
    .map(({ name }): [string, unknown] => [name, typed[name]]);
  const changes = isChange(row) ? { by: { who: 'desk', reason: typed.reason ?? '' } } : {};
  return { ...Object.fromEntries(given), ...changes };
}

/** What is wrong with each field that was typed; empty where nothing is. */
export function problemsOf(row: AnyCommand, typed: Typed): Typed {
  const wrong: Typed = {};
  for (const { path, message } of row.input.safeParse(inputOf(row, typed)).error?.issues ?? []) {
    const name = path[0] === 'by' ? 'reason' : String(path[0]);
    const isChoice = fieldsOf(row).some((field) => field.name === name && field.choices);
    const text = isChoice ? 'Choose one of these.' : message;
    wrong[name] ??= (typed[name] ?? '') === '' ? 'This is missing.' : text;
  }
  return wrong;
}

const NUMBER = 'inputmode="numeric"';
const RECEIPT = 'autocapitalize="characters" spellcheck="false"';
/** The keys that a phone shows for a field. */
const KEYBOARDS: Readonly<Record<string, string>> = {
  phone: 'inputmode="tel"',
  receipt: RECEIPT,
  returnReceipt: RECEIPT,
  id: NUMBER,
  paymentId: NUMBER,
  most: NUMBER,
  days: NUMBER,
};

function controlHtml(field: FormField, value: string, isWrong: boolean): Html {
  const { name, choices } = field;
  const about = isWrong ? html` aria-invalid="true" aria-describedby="${name}-wrong"` : html``;
  if (choices) {
    return html`<select id="${name}" name="${name}" ${about}>
      ${Object.entries(choices).map(
        ([choice, text]) =>
          html`<option value="${choice}" ${choice === value ? raw('selected') : ''}>
            ${text}
          </option>`,
      )}
    </select>`;
  }
  return html`<input
    id="${name}"
    name="${name}"
    value="${value}"
    maxlength="500"
    autocomplete="off"
    ${raw(KEYBOARDS[name] ?? '')}
    ${about}
  />`;
}

export const checkboxHtml = (name: string, value: string, isTicked: boolean): Html =>
  html`<input type="checkbox" name="${name}" value="${value}" ${isTicked ? raw('checked') : ''} />`;

function fieldHtml(field: FormField, typed: Typed, wrong: string | undefined): Html {
  const { name, label, initial, ticks } = field;
  const note =
    wrong === undefined ? html`` : html`<span class="wrong" id="${name}-wrong">${wrong}</span>`;
  if (isFlag(field)) {
    return html`<p>
      <label class="check">${checkboxHtml(name, 'on', typed[name] === 'on')} ${label}</label>
    </p>`;
  }
  if (ticks) {
    const ticked = (typed[name] ?? '').split(',');
    return html`<fieldset>
      <legend>${label}</legend>
      ${Object.entries(ticks).map(
        ([value, text]) =>
          html`<label class="check"
            >${checkboxHtml(name, value, ticked.includes(value))} ${text}</label
          >`,
      )}
      ${note}
    </fieldset>`;
  }
  return html`<p>
    <label for="${name}">${label}${field.isRequired ? '' : ' (optional)'}</label>
    ${controlHtml(field, typed[name] ?? String(initial ?? ''), wrong !== undefined)} ${note}
  </p>`;
}

/** A notice above everything else: what was refused, and why. */
export const noticeHtml = (text: string): Html => html`<p class="notice" role="alert">${text}</p>`;

export const hiddenHtml = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** The field of an address that leads back from a question to its form. */
export const AGAIN = 'again';

const placeOf = ({ words }: AnyCommand) => `/desk/${words.replace(' ', '/')}`;

const hiddenFields = (row: AnyCommand, typed: Record<string, string | undefined>): Html[] =>
  formFields(row).flatMap(({ name }) => {
    const value = typed[name];
    return value === undefined ? [] : [hiddenHtml(name, value)];
  });

/** The same form again, with a button for each value that a field may mean. */
export const choicesHtml = (
  row: AnyCommand,
  { field, options, isCut }: Choices,
  typed: Typed,
): Html =>
  html`<form class="question" action="${placeOf(row)}" method="get">
    <h2>
      ${isCut ? 'It may be one of these, or another: write more to see others' : 'It may be one of these'}:
    </h2>
    ${hiddenFields(row, { ...typed, [field]: undefined })}
    <p class="actions">
      ${options.map(
        ({ value, text }) =>
          html`<button name="${field}" value="${value}">${printable(text)}</button>`,
      )}
    </p>
  </form>`;

interface FormParts {
  typed: Typed;
  wrong: Typed;
  /** What the change is about; null where that is typed. */
  about: string | null;
  back: string;
}

/** The form of a command: what it asks for stands in the address of what is shown, or of the question before a change. */
export function formHtml(row: AnyCommand, { typed, wrong, about, back }: FormParts): Html {
  const key = keyOf(row)?.name;
  const parts = formFields(row).map((field) =>
    about !== null && field.name === key
      ? hiddenHtml(field.name, typed[field.name] ?? '')
      : fieldHtml(field, typed, wrong[field.name]),
  );
  const isAsked = isChange(row);
  return html`<form class="${isAsked ? '' : 'filter'}" action="${placeOf(row)}" method="get">
    ${about === null ? html`` : html`<p class="about">${printable(capital(about))}</p>`} ${parts}
    <p class="actions">
      <button class="go">${isAsked ? 'Go on' : 'Show'}</button>
      ${isAsked ? html`<a class="button" href="${back}">Back</a>` : html``}
    </p>
  </form>`;
}

export const DIGITS = html`<p>
  <label for="code">Six digits of your authenticator app</label>
  <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" />
</p>`;

/** The form with what was typed, where its own address would ask. */
function formAgain(row: AnyCommand, typed: Typed): string {
  const own = formFields(row).map(({ name }): [string, string] => [name, typed[name] ?? '']);
  return `${placeOf(row)}?${new URLSearchParams([...own, [AGAIN, 'yes']]).toString()}`;
}

/** What is asked once before a change, with all that was typed; `yes` is what is sent beside it. */
export const questionHtml = (
  row: AnyCommand,
  { change, about, careful = [] }: Question,
  { typed, yes }: { typed: Typed; yes: Html },
): Html =>
  html`<form class="question" action="${placeOf(row)}" method="post">
    <h2>${printable(change)}?</h2>
    ${about.map((line) => html`<p>${printable(line)}</p>`)}
    ${careful.map((line) => html`<p class="notice"><strong>Careful:</strong> ${printable(line)}</p>`)}
    ${hiddenFields(row, typed)} ${yes}
    <p class="actions">
      <button class="go">Yes, do it</button>
      <a class="button" href="${formAgain(row, typed)}">No, back</a>
    </p>
  </form>`;
