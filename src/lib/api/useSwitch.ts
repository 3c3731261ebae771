import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { getSession } from '../session/session.ts';
import { useFailureToast } from './failure.ts';

interface SwitchOptions {
  /** What it switches, as `job 7`: the choices of one name are sent one after the other. */
  name: string;
  /** What the API is known to have. */
  saved: boolean;
  send: (isOn: boolean) => Promise<unknown>;
  /** Called when the API has taken a choice, to note it in the cache. */
  onSaved: (isOn: boolean) => unknown;
  /** Called after the last choice. */
  onEnd: (hasFailed: boolean) => void;
  /** Why a choice was refused. */
  textOf: (error: Error) => string;
}

/** A switch as it is shown. */
export interface SwitchState {
  isOn: boolean;
  set: (isOn: boolean) => void;
  /** Why the last choice was refused, until the next one or until it has come about; else null. */
  refusal: string | null;
}

/**
 * A switch (spec §4): shown at once, and back when the API refuses, with the reason in a toast and beside
 * it. Of the choices during a call only the last one is sent, when that call has ended.
 */
export function useSwitch(options: SwitchOptions): SwitchState {
  const { name, saved, send, onSaved, onEnd, textOf } = options;
  const client = useQueryClient();
  const failure = useFailureToast();
  const mutationKey = ['switch', name];
  const filters = { mutationKey, exact: true, status: 'pending' } as const;
  const choices = useMutationState({ filters, select: ({ state }) => state.variables as boolean });
  const isLast = () => client.isMutating(filters) <= 1;

  const { mutate, error, variables } = useMutation({
    mutationKey,
    scope: { id: name },
    mutationFn: async (isOn: boolean) => {
      if (!isLast()) return;
      await send(isOn);
      await onSaved(isOn);
    },
    onError: (error) => {
      // When the session has ended, the login that follows says so.
      if (isLast() && getSession().token !== null) failure.say(textOf(error));
    },
    onSettled: (_done, error) => {
      if (isLast()) onEnd(error !== null);
    },
  });

  return {
    isOn: choices.at(-1) ?? saved,
    set: (isOn) => {
      failure.takeBack();
      mutate(isOn);
    },
    refusal: error && variables !== saved ? textOf(error) : null,
  };
}
