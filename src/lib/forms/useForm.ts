import { zodResolver } from '@hookform/resolvers/zod';
import { useForm as useHookForm, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { z } from 'zod/mini';

/**
 * What a form of `schema` starts with: the fields that `record` has by the same names, empty where it
 * has null.
 */
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
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // The library uses the order in which fields were registered, not that of the page.
    shouldFocusError: false,
  });
}
