import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { getSession } from '../session/session.ts';
import { useOnline } from '../store.ts';
import { mayBeDone } from './errors.ts';
import { useFailureToast } from './failure.ts';

/** A failure of a device without a network, after the text of the specification. */
const offlineText = (text: string) => `${text.replace(/\.$/, '')}: you are offline.`;

/** How the keys of all switches begin. */
export const SWITCH = 'switch';

interface SwitchOptions {
  /** What it switches, as `job 7`: the choices of one name are sent one after the other. */
  name: string;
  saved: boolean;
  send: (isOn: boolean) => Promise<unknown>;
  /** What the API has saved, asked for when the answer to `send` got lost. */
  readSaved: () => Promise<boolean | undefined>;
  onSaved: (isOn: boolean) => unknown;
  /** Called after the last choice. */
  onEnd: (hasFailed: boolean) => void;
  textOf: (error: Error) => string;
}

export interface SwitchState {
  isOn: boolean;
  set: (isOn: boolean) => void;
  /** Why the last choice was refused, until the next one, until it has come about or the network is back; else null. */
  refusal: string | null;
}

/**
 * A switch (spec §4): shown at once, and back when the API refuses, with the reason in a toast and beside
 * it. Of the choices during a call only the last one is sent, when that call has ended.
 */
export function useSwitch(options: SwitchOptions): SwitchState {
  const { name, saved, send, readSaved, onSaved, onEnd, textOf } = options;
  const client = useQueryClient();
  const failure = useFailureToast();
  const mutationKey = [SWITCH, name];
  const filters = { mutationKey, exact: true, status: 'pending' } as const;
  const choices = useMutationState({ filters, select: ({ state }) => state.variables as boolean });
  const isLast = () => client.isMutating(filters) <= 1;

  const isOnline = useOnline();
  const { mutate, error, variables, context } = useMutation({
    mutationKey,
    scope: { id: name },
    mutationFn: async (isOn: boolean) => {
      if (!isLast()) return;
      try {
        await send(isOn);
      } catch (error) {
        const mayBeSaved = mayBeDone(error) && isLast();
        if (!mayBeSaved || (await readSaved().catch(() => undefined)) !== isOn) throw error;
      }
      await onSaved(isOn);
    },
    onMutate: () => ({ isOffline: !navigator.onLine }),
    onError: (error) => {
      // When the session has ended, the login that follows says so.
      if (isLast() && getSession().token !== null) failure.say(textOf(error));
    },
    onSettled: (_done, error) => {
      if (isLast()) onEnd(error !== null);
    },
  });

  const wasOffline = context?.isOffline === true;
  const isRefused = error !== null && variables !== saved && !(wasOffline && isOnline);
  return {
    isOn: choices.at(-1) ?? saved,
    set: (isOn) => {
      failure.takeBack();
      mutate(isOn);
    },
    refusal: isRefused ? (wasOffline ? offlineText(textOf(error)) : textOf(error)) : null,
  };
}
