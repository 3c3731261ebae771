/** What an operation of the desk is: one row of the table in `operations.ts`. */
import type * as z from 'zod';
import type { Caller, Desk, Right } from './desk.ts';

/** A word that leads to another page of the desk; a terminal shows the word alone. */
export interface Link {
  text: string;
  /** The command that a terminal shows in place of the text. */
  command?: string;
  /** Below `/desk/`, for instance `payments/show?paymentId=12`. */
  to: string;
  /** What is usually right to do. Without it the word leads to a page that only shows. */
  isButton?: true;
}

/** A number is aligned to the right. */
export type Cell = string | number | Link | null;

export interface Table {
  columns: string[];
  rows: Cell[][];
}

/**
 * A part of an answer, for a terminal and for a page: a line, a heading, a table, facts by their names, bars by day. What
 * may be done from here is `actions` on the page, and `hint`, a command line, on a
 * terminal; `qr` is a text to scan.
 */
export type Block =
  | string
  | { heading: string }
  | Table
  | { facts: [name: string, value: Cell][] }
  | { chart: string; bars: [day: string, n: number][] }
  | { actions: Link[] }
  | { hint: string }
  | { qr: string };

/** What is asked before a change: "Block the client 7", whom or what that is, and what will happen. */
export interface Question {
  change: string;
  about: string[];
  /** What speaks against it. */
  careful?: string[];
}

/** A field of a command: of the command line and of the form on the page. */
export interface Field {
  /** Of the operation's input. */
  name: string;
  /** On the command line: `<id>`, `[text]`, `--receipt <receipt>` or, for a yes or no, `--end`. */
  usage: string;
  label: string;
  help?: string;
  isRequired?: true;
  choices?: readonly string[];
  /** The choices as a form has them. */
  texts?: Readonly<Record<string, string>>;
  /** Of these several may be ticked; on the command line they stand with commas. */
  ticks?: Readonly<Record<string, string>>;
  initial?: string | number;
}

/** One way to ask for an operation. */
export interface Command {
  /** For instance `people block`. */
  words: string;
  /** Of its page. */
  title: string;
  help: string;
  fields: Field[];
  /** Parts of the input that the words say already. */
  fixed?: Record<string, unknown>;
  /** Where only the first word is given. */
  isDefault?: true;
  /** What else the help of the command line says. */
  more?: string;
  /** What the reason is for. */
  why?: string;
}

/** Input and answer go through JSON: only plain values, no dates. */
export interface Operation<Shape extends z.ZodRawShape, Answer> {
  /**
   * Whoever asks needs it. Null: the machine itself does it, by a timer or before there is an `operators` table, and it
   * neither shows people nor changes what they have.
   */
  right: Right | null;
  /** Takes no field that it does not know: it may be one that matters. A field `by` makes it a change. */
  input: z.ZodObject<Shape>;
  /** None: no person asks for it by itself. */
  commands?: Command[];
  run(input: z.output<z.ZodObject<Shape>>, desk: Caller): Promise<Answer>;
  /** It changes the database alone: before the question it is tried and taken back, so that a refusal comes first. */
  isTried?: true;
  /** Throws an `OperatorError` where the change is not possible. */
  question?(input: z.output<z.ZodObject<Shape>>, desk: Desk): Promise<Question> | Question;
  /** The line above the form of a change. For instance "the client 7", of `people/block?id=7`. */
  about?(input: Record<string, unknown>, desk: Desk): Promise<string>;
  show?(answer: Answer, input: z.output<z.ZodObject<Shape>>): Block[];
  /** The same for a spreadsheet. */
  table?(answer: Answer, input: z.output<z.ZodObject<Shape>>): Table;
  /** The answer is a file of this name and text. */
  file?(answer: Answer): { name: string; text: string };
}

/** A row of the table, with the types of its input and its answer. */
export const operation = <Shape extends z.ZodRawShape, Answer>(
  row: Operation<Shape, Answer>,
): Operation<Shape, Answer> => row;

type Query = Record<string, string | number | boolean>;

/** A link to what a command shows or does with this input. */
export function linkTo(text: string, words: string, input: Query = {}): Link {
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [
    name,
    value === true ? 'on' : String(value),
  ]);
  const query = new URLSearchParams(pairs).toString();
  return { text, to: `${words.replaceAll(' ', '/')}${query === '' ? '' : `?${query}`}` };
}

/** As `linkTo`, for what is usually right to do. */
export const buttonTo = (text: string, words: string, input?: Query): Link => ({
  ...linkTo(text, words, input),
  isButton: true,
});
