import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { publicKey } from '../../lib/api/queries.ts';
import { loadNewVersion, watchVersions } from '../../lib/offline/version.ts';
import { Button } from '../Button.tsx';

/**
 * Looks for a new version once the first screen has its data, and offers it. The new version never
 * starts by itself, because the person may be typing.
 */
export function NewVersion() {
  const client = useQueryClient();
  const isFetching = useIsFetching() > 0;
  const [isQuiet, setIsQuiet] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (!isFetching && !isQuiet) setIsQuiet(true);

  useEffect(() => {
    if (!isQuiet || !import.meta.env.PROD) return undefined;
    return watchVersions(
      () => setIsReady(true),
      // Once more, through the worker: it stores them for the next visit. So it does with a list that was
      // left before it had come, which `refetchQueries` would leave out.
      () => {
        for (const query of client.getQueryCache().findAll({ queryKey: publicKey })) {
          query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
        }
      },
    );
  }, [isQuiet, client]);

  const reload = () => {
    setIsBusy(true);
    void loadNewVersion();
  };
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-[calc(var(--menu)+var(--bar)+1rem)] z-40 mx-auto max-w-md"
    >
      {isReady && (
        <div className="space-y-3 rounded-2xl border border-line bg-surface p-4 raised">
          <p>
            <b>A new version is ready.</b> Finish what you are typing, then reload.
          </p>
          <div className="flex gap-3">
            <Button busy={isBusy} onClick={reload}>
              Reload
            </Button>
            <Button look="quiet" onClick={() => setIsReady(false)}>
              Later
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
