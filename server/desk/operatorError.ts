/** What may have been meant by a field, for the page: its values, and their texts. */
export interface Choices {
  field: string;
  options: { value: string; text: string }[];
  /** There are more. */
  isCut: boolean;
}

/** A refusal of what an operator asked for. The message is one line, fit for the terminal. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly choices: Choices | null;

  constructor(message: string, { choices, ...cause }: ErrorOptions & { choices?: Choices } = {}) {
    super(message, cause);
    this.choices = choices ?? null;
  }
}
