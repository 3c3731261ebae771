/** A form with a schema of the contract, and its fields. */
import { zodResolver } from '@hookform/resolvers/zod';
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod/mini';
import { Icon } from './Icon.tsx';
import { Notice } from './Notice.tsx';

/** What a form of `schema` starts with: the values of `record`, empty where it has null. */
export const filled = <Shape extends z.core.$ZodLooseShape>(
  { shape }: z.ZodMiniObject<Shape>,
  record: { [K in keyof Shape]: z.input<Shape[K]> | null },
) =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, record[key] ?? ''])) as {
    [K in keyof Shape]: z.input<Shape[K]>;
  };

/**
 * A react-hook-form with a contract schema (spec §5). It checks on submit, then on every change.
 * `Input` is what the fields hold, `Output` what is sent.
 */
export function useForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  return useHookForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    // The library uses the order in which fields were registered, not that of the page.
    shouldFocusError: false,
  });
}

const box =
  'block w-full min-h-12 rounded-xl border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted/85';
const border = (error: string | undefined) => (error ? 'border-danger' : 'border-muted/70');

interface Labelled {
  label: string;
  /** The error message at the field, announced when it appears. Each of its lines stands alone. */
  error?: string | undefined;
  hint?: ReactNode;
}

/** What connects a field with a form: spread it into one of the fields below. */
export function fieldOf<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: FieldPath<Input>,
  options?: RegisterOptions<Input>,
) {
  const { error } = form.getFieldState(name, form.formState);
  return { error: error?.message, ...form.register(name, options) };
}

interface Wiring {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and message around a control; `children` gets the ids that connect them. */
export function FieldFrame({
  label,
  error,
  hint,
  children,
}: Labelled & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger not-empty:mt-1">
        {error?.split('\n').map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}

interface TextFieldProps
  extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(wiring) => (
        <input type="text" {...input} {...wiring} className={`${box} ${border(error)}`} />
      )}
    </FieldFrame>
  );
}

/** A phone field with the telephone keyboard; the form's schema brings the number into its ten-digit form. */
export function PhoneField(props: TextFieldProps) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="0712 345 678"
      {...props}
    />
  );
}

export function PasswordField({ label, error, hint, ...input }: TextFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className="relative">
          <input
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${box} pr-13 ${border(error)}`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-r-xl text-muted"
          >
            <Icon name={isShown ? 'eyeOff' : 'eye'} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

interface TextAreaProps
  extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, error, hint, rows = 5, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(wiring) => (
        <textarea {...area} {...wiring} rows={rows} className={`${box} ${border(error)}`} />
      )}
    </FieldFrame>
  );
}

/**
 * Why the API refused a form, until the next try, where it named no field. Its toast has gone by then,
 * and was the one to be read out.
 */
export function FormFailure<Input extends FieldValues>({ errors }: { errors: FieldErrors<Input> }) {
  const text = errors.root?.server?.message;
  return (
    text && (
      <Notice tone="danger">
        <p className="font-medium wrap-anywhere">{text}</p>
      </Notice>
    )
  );
}
