/** A phone whose date is before the app was built trusts no certificate yet, so that every call fails. */
import { createStore, useStore } from '../store.ts';

/** The day on which the app was built, in ms; the build writes it in. */
declare const BUILT_AT: number;

const isToBlame = createStore(() => false);

/** Notes whether the API has answered a call; a cached copy is no answer of it. */
export const noteAnswered = (isAnswered: boolean) =>
  isToBlame.set(!isAnswered && Date.now() < BUILT_AT);

/** Whether the last call failed, and the phone's date is why. */
export const useWrongDate = () => useStore(isToBlame);
