import { OneLineError } from '../process/oneLine.ts';

/** What may have been meant by a field, for the page: its values, and their texts. */
export interface Choices {
  field: string;
  options: { value: string; text: string }[];
  isCut: boolean;
}

/** A refusal of what an operator asked for. */
export class OperatorError extends OneLineError {
  override name = 'OperatorError';
  readonly choices: Choices | null;

  constructor(message: string, { choices, ...cause }: ErrorOptions & { choices?: Choices } = {}) {
    super(message, cause);
    this.choices = choices ?? null;
  }
}
