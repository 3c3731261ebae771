/** A refusal of what an operator asked for. The message is one line, fit for the terminal. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
