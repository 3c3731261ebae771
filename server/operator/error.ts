/** What an operator asked for and cannot have. The message is one line, fit for the terminal. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
