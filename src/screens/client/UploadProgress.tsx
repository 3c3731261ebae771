/** The progress of an upload; `uploaded` is 0 to 1, and at 1 the server is working. */
export function UploadProgress({ uploaded }: { uploaded: number }) {
  const percent = Math.round(uploaded * 100);
  return (
    <div className="space-y-1.5">
      <p role="status" className="font-semibold">
        {uploaded < 1 ? 'Sending your ad. Keep this page open.' : 'Saving your ad…'}
      </p>
      <div className="flex items-center gap-3">
        <progress
          aria-label="Sent"
          value={percent}
          max={100}
          className="h-3 w-full appearance-none overflow-hidden rounded-full border border-line bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
        />
        <span aria-hidden="true" className="min-w-12 text-right tabular-nums">
          {`${percent}%`}
        </span>
      </div>
    </div>
  );
}
