import { useId } from 'react';
import { Switch, SwitchNote } from '../../components/Switch.tsx';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { saysPayment, standingOf } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';
import type { SwitchState } from '../../lib/api/useSwitch.ts';

interface JobSwitchProps {
  job: Job;
  control: SwitchState;
  /** Whether "Active" or "Inactive" stands beside it. */
  showLabel: boolean;
}

/**
 * The toggle of a job (spec §2), and below it why it was refused or cannot be used: while a payment
 * for the job is not settled, it can only be refused. Its parent is a flex box that wraps.
 */
export function JobSwitch({ job, control, showLabel }: JobSwitchProps) {
  const { payment, now } = useKnownPayment({ purpose: 'post_job', id: job.id });
  const noteId = useId();
  const { isOn, set, refusal } = control;
  const isOpen = saysPayment(job) && standingOf(payment, now) !== 'payable';
  return (
    <>
      <Switch
        label={`Active: ${jobTitle(job)}`}
        shortLabel={isOn ? 'Active' : 'Inactive'}
        showLabel={showLabel}
        checked={isOn}
        disabled={isOpen}
        noteId={noteId}
        onChange={set}
      />
      <SwitchNote id={noteId} refusal={isOpen ? null : refusal}>
        {isOpen && 'You can switch it on when the payment has come.'}
      </SwitchNote>
    </>
  );
}
