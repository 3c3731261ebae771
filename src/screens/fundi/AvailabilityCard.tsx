import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Card } from '../../components/Card.tsx';
import { Switch, SwitchNote } from '../../components/Switch.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { useSwitch } from '../../lib/api/useSwitch.ts';

interface AvailabilityCardProps {
  account: FundiAccount;
  isListed: boolean;
}

function consequence(isAvailable: boolean, isListed: boolean): string {
  if (!isAvailable) return 'You are hidden from the list of fundis. Switch on when you are free.';
  if (!isListed) return 'You will be listed as soon as you subscribe.';
  return 'Clients see you in the list of fundis and can call you.';
}

/** The availability toggle (spec §4): its call sends nothing else. */
function useAvailability({ id, is_available: saved }: FundiAccount) {
  const client = useQueryClient();
  const { queryKey } = myFundiQuery();
  return useSwitch({
    name: `availability ${id}`,
    saved,
    send: (is_available) => call('updateMyFundi', { body: { is_available } }),
    onSaved: async (is_available) => {
      // The answer to an earlier read would show the old state again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (old) => (old?.id === id ? { ...old, is_available } : old));
    },
    onEnd: (hasFailed) => {
      void client.invalidateQueries({ queryKey: fundisQuery().queryKey });
      // A call that failed here may still have reached the server.
      if (hasFailed) void client.invalidateQueries({ queryKey });
    },
    textOf: () => FAILURE.availability,
  });
}

/** The availability toggle and what it means (spec §2, §4). */
export function AvailabilityCard({ account, isListed }: AvailabilityCardProps) {
  const { isOn, set, refusal } = useAvailability(account);
  const noteId = useId();
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">Availability</h2>
      <div>
        <Switch label="Available for work" checked={isOn} noteId={noteId} onChange={set} />
        <SwitchNote id={noteId} refusal={refusal} />
      </div>
      <p className={isOn && isListed ? 'font-medium text-success' : 'text-muted'}>
        {consequence(isOn, isListed)}
      </p>
    </Card>
  );
}
