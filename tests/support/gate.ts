interface Gate {
  opened: Promise<void>;
  open: () => void;
}

/** An answer held back: `mock(name, () => opened.then(() => 'usual'))` waits for `open()`. */
export function gate(): Gate {
  const made: Partial<Gate> = {};
  made.opened = new Promise<void>((resolve) => {
    made.open = resolve;
  });
  return made as Gate;
}
