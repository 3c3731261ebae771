import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as FAILURE from '../../contract/messages/failure.ts';
import { call } from '../../lib/api/client.ts';
import { useFailureToast } from '../../lib/api/failure.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { getSession } from '../../lib/session/session.ts';

interface Availability {
  isAvailable: boolean;
  setAvailable: (isAvailable: boolean) => void;
  /** Why the last press changed nothing, until the next one; else null. */
  refusal: string | null;
}

/**
 * The availability toggle (spec §4): shown at once, sent alone, reverted when it fails, with a toast and
 * the same beside the switch until the next press.
 * Presses during a call are not sent one by one: only the last choice is, when the call has ended.
 */
export function useAvailability(saved: boolean): Availability {
  const client = useQueryClient();
  const [shown, setShown] = useState<boolean | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wanted = useRef(saved);
  const isSending = useRef(false);
  const failure = useFailureToast();
  const { mutateAsync } = useMutation({
    mutationFn: (is_available: boolean) => call('updateMyFundi', { body: { is_available } }),
  });

  async function send() {
    const { queryKey } = myFundiQuery();
    let known = saved;
    let hasFailed = false;
    while (wanted.current !== known) {
      const sent = wanted.current;
      try {
        // Each choice waits for the answer to the one before it, so that the last one counts.
        await mutateAsync(sent);
        known = sent;
      } catch {
        hasFailed = true;
        const isLost = wanted.current !== known;
        wanted.current = known;
        // When the session has ended, the login that follows says so.
        if (isLost && getSession().token !== null) {
          failure.say(FAILURE.availability);
          setRefusal(FAILURE.availability);
        }
      }
    }
    // The answer to an earlier read would show the old state again.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (old) => old && { ...old, is_available: known });
    setShown(null);
    isSending.current = false;
    void client.invalidateQueries({ queryKey: fundisQuery().queryKey });
    // A call that failed here may still have reached the server.
    if (hasFailed) void client.invalidateQueries({ queryKey });
  }

  return {
    isAvailable: shown ?? saved,
    refusal,
    setAvailable: (isAvailable) => {
      failure.takeBack();
      setRefusal(null);
      wanted.current = isAvailable;
      setShown(isAvailable);
      if (isSending.current) return;
      isSending.current = true;
      void send();
    },
  };
}
