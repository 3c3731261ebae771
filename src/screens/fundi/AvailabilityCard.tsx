import { useId } from 'react';
import { Card } from '../../components/Card.tsx';
import { Switch, SwitchNote } from '../../components/Switch.tsx';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import { useAvailability } from './useAvailability.ts';

interface AvailabilityCardProps {
  isSaved: boolean;
  isListed: boolean;
}

function consequence(isAvailable: boolean, isListed: boolean): string {
  if (!isAvailable) return 'You are hidden from the list of fundis. Switch on when you are free.';
  if (!isListed) return 'You will be listed as soon as you subscribe.';
  return 'Clients see you in the list of fundis and can call you.';
}

/** The availability toggle and what it means (spec §2, §4). */
export function AvailabilityCard({ isSaved, isListed }: AvailabilityCardProps) {
  const { isAvailable, setAvailable, refusal } = useAvailability(isSaved);
  const noteId = useId();
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">Availability</h2>
      <div>
        <Switch
          label="Available for work"
          checked={isAvailable}
          noteId={noteId}
          onChange={setAvailable}
        />
        <SwitchNote id={noteId} refusal={refusal} />
      </div>
      <p className={`font-semibold ${isAvailable ? 'text-success' : 'text-muted'}`}>
        {isAvailable ? FALLBACK.available : FALLBACK.unavailable}
      </p>
      <p className="text-muted">{consequence(isAvailable, isListed)}</p>
    </Card>
  );
}
