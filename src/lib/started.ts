declare global {
  /** True as soon as the app has drawn itself. */
  var appStarted: boolean | undefined;
}

/** Whether the app has drawn itself; before that the painted page is shown (`src/boot`). */
export const hasStarted = () => globalThis.appStarted === true;
