/** A grey box in the place of content that has not come yet. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-xl bg-sunken ${className}`} />;
}

/** The loading text of a screen, shown and announced, above a grey box for each part that comes. */
export function Loading({ text, boxes }: { text: string; boxes: readonly string[] }) {
  return (
    <div className="space-y-4">
      <p role="status" className="text-muted">
        {text}
      </p>
      {boxes.map((box, index) => (
        <Skeleton key={index} className={box} />
      ))}
    </div>
  );
}

interface LoadingCardsProps {
  /** The spec's loading text, shown and announced. */
  text: string;
  count?: number;
  /** Height of one card. */
  cardClassName?: string;
  /** The grid of the cards. */
  gridClassName?: string;
}

/** The loading text above grey boxes, so that nothing moves when the content comes. */
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
