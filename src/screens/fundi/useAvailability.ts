import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FAILURE } from '../../contract/messages.ts';
import { call } from '../../lib/api/client.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { getSession } from '../../lib/session/session.ts';
import { toastError } from '../../lib/toast.ts';

interface Availability {
  isAvailable: boolean;
  setAvailable: (isAvailable: boolean) => void;
}

/**
 * The availability toggle (spec §4): shown at once, sent alone, taken back with a toast when it
 * fails. Presses during a call are not sent one by one: the last wish is, once the call is over.
 */
export function useAvailability(saved: boolean): Availability {
  const client = useQueryClient();
  const [shown, setShown] = useState<boolean | null>(null);
  const wish = useRef(saved);
  const isSending = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (is_available: boolean) => call('updateMyFundi', { body: { is_available } }),
  });

  async function send() {
    const { queryKey } = myFundiQuery();
    let known = saved;
    let hasFailed = false;
    while (wish.current !== known) {
      const sent = wish.current;
      try {
        // Each wish waits for the answer to the one before, so that the last one stands.
        // oxlint-disable-next-line no-await-in-loop
        await mutateAsync(sent);
        known = sent;
      } catch {
        hasFailed = true;
        const isLost = wish.current !== known;
        wish.current = known;
        // A session that ended is told of by the login that follows.
        if (isLost && getSession().token !== null) void toastError(FAILURE.availability);
      }
    }
    // An answer to an earlier read would bring the old state back.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (old) => old && { ...old, is_available: known });
    setShown(null);
    isSending.current = false;
    void client.invalidateQueries({ queryKey: fundisQuery().queryKey });
    // A failed call may have reached the server all the same.
    if (hasFailed) void client.invalidateQueries({ queryKey });
  }

  return {
    isAvailable: shown ?? saved,
    setAvailable: (isAvailable) => {
      wish.current = isAvailable;
      setShown(isAvailable);
      if (isSending.current) return;
      isSending.current = true;
      void send();
    },
  };
}
