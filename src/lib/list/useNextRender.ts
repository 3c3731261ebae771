import { startTransition, useEffect, useState } from 'react';

/**
 * The value of one render ago: a change of it comes in a render of its own, once what depends on the
 * value itself is on the screen. For what a person does not look at first.
 */
export function useNextRender<T>(value: T): T {
  const [shown, setShown] = useState(() => value);
  useEffect(() => startTransition(() => setShown(() => value)), [value]);
  return shown;
}
