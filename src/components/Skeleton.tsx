/** A grey shape in the place of what is still to come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-xl bg-sunken ${className}`} />;
}

interface LoadingCardsProps {
  /** The spec's loading text, shown and announced. */
  text: string;
  count?: number;
  /** Height of one card, as it will be. */
  cardClassName?: string;
  /** The grid the cards will stand in. */
  gridClassName?: string;
}

/** The loading text above skeletons that keep the layout still. */
export function LoadingCards({
  text,
  count = 6,
  cardClassName = 'h-32',
  gridClassName = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3',
}: LoadingCardsProps) {
  return (
    <div>
      <p role="status" className="mb-3 text-muted">
        {text}
      </p>
      <div className={gridClassName}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} className={cardClassName} />
        ))}
      </div>
    </div>
  );
}
