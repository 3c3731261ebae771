import { zodResolver } from '@hookform/resolvers/zod';
import { useForm as useHookForm, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { z } from 'zod/mini';

/**
 * A react-hook-form over a contract schema (spec §5): checked on submit and again as it is mended.
 * `Input` is what the fields hold, `Output` what goes out.
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
    // The library goes by the order in which fields came into being, not by that of the page.
    shouldFocusError: false,
  });
}
