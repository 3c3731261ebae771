import type { FieldErrors, FieldValues } from 'react-hook-form';
import { Notice } from './Notice.tsx';

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
