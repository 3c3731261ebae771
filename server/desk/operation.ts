/** What an operation of the desk is: a row of the table in `operations.ts`. Most are commands, too. */
import * as z from 'zod';
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

/** A fact that is not known is not shown. */
export const isNone = (cell: Cell): cell is null | '' => cell === null || cell === '';

export interface Table {
  columns: string[];
  rows: Cell[][];
}

/**
 * A part of an answer, for a terminal and for a page: a text, a heading, a table, facts by their names. What
 * may be done from here is `actions` on the page, and `hint`, a command, on a terminal; `qr` is a text to scan.
 * Neither shows `sheet`, the table for a spreadsheet where that is another one than the first, nor `file`.
 */
export type Block =
  | string
  | { heading: string }
  | Table
  | { facts: [name: string, value: Cell][] }
  | { actions: Link[] }
  | { hint: string }
  | { qr: string }
  | { sheet: Table }
  | { file: { name: string; text: string } };

/** The table, or `none` where it has no rows. */
export const tableOr = (table: Table, none: string): Block[] =>
  table.rows.length === 0 ? [none, { sheet: table }] : [table];

export function sheetOf(blocks: readonly Block[]): Table {
  const tables = blocks.filter((block) => typeof block === 'object');
  const sheet = tables.find((block) => 'sheet' in block)?.sheet;
  return sheet ?? tables.find((block) => 'columns' in block) ?? { columns: [], rows: [] };
}

export function fileOf(blocks: readonly Block[]): { name: string; text: string } {
  const block = blocks.find((it) => typeof it === 'object' && 'file' in it);
  if (typeof block !== 'object' || !('file' in block)) throw new Error('the answer is no file');
  return block.file;
}

/** What is asked before a change: "Block the client 7", whom or what that is, and what will happen. */
export interface Question {
  change: string;
  about: string[];
  careful?: string[];
}

/** How a person gives a field of an input: on the command line, and in the form on the page. */
interface FieldText {
  /** On the command line: `<id>`, `[text]`, `--receipt <receipt>` or, for a yes or no, `--end`. */
  usage: string;
  label: string;
  /** What the help of the command line has in place of the label. */
  help?: string;
  /** The values that there are, with their texts in a form. */
  choices?: Readonly<Record<string, string>>;
  /** Of these several may be ticked; on the command line they stand with commas. */
  ticks?: Readonly<Record<string, string>>;
}

export interface Field extends FieldText {
  name: string;
  schema: z.core.$ZodType;
  isRequired: boolean;
  /** What the input has where nothing is given. */
  initial: string | number | boolean | undefined;
}

const texts = z.registry<FieldText>();

/** A field of an input that a person gives; what has no text is said by the command's words. */
export function field<S extends z.ZodType>(schema: S, text: FieldText): S {
  const own = schema.clone();
  texts.add(own, text);
  return own;
}

/** The fields that a person gives, in the order of the input. */
export const fieldsOf = ({ input }: AnyOperation): Field[] =>
  Object.entries(input.shape).flatMap(([name, schema]) => {
    const text = texts.get(schema);
    if (!text) return [];
    const none = z.safeParse(schema, undefined);
    const initial = none.data as Field['initial'];
    return [{ ...text, name, schema, isRequired: !none.success, initial }];
  });

/** Input and answer go through JSON: only plain values, no dates. */
interface Operation<Shape extends z.ZodRawShape, Answer> {
  /**
   * Whoever asks needs it. Null: the machine itself does it, by a timer or before there is an `operators` table, and it
   * neither shows people nor changes what they have.
   */
  right: Right | null;
  /** Takes no field that it does not know: it may be one that matters. A field `by` makes it a change. */
  input: z.ZodObject<Shape>;
  run(input: z.output<z.ZodObject<Shape>>, desk: Caller): Promise<Answer>;
}

/** What a person asks for by itself, on the command line and on a page. */
interface Command<Shape extends z.ZodRawShape> extends Operation<Shape, Block[]> {
  /** For instance `people block`. */
  words: string;
  title: string;
  help: string;
  /** Where only the first word is given. */
  isDefault?: true;
  /** What else the help of the command line says. */
  more?: string;
  why?: string;
  /** Its answer can be had for a spreadsheet, or is a file. */
  hasSheet?: true;
  isFile?: true;
  /** It changes the database alone: before the question it is tried and taken back, so that a refusal comes first. */
  isTried?: true;
  /** Throws an `OperatorError` where the change is not possible. */
  question?(input: z.output<z.ZodObject<Shape>>, desk: Desk): Promise<Question> | Question;
  /** The line above the form of a change. For instance "the client 7", of `people/block?id=7`. */
  about?(input: Record<string, unknown>, desk: Desk): Promise<string>;
}

/** Each without its types, for what treats all alike. */
export type AnyOperation = Operation<z.ZodRawShape, unknown>;
export type AnyCommand = Command<z.ZodRawShape>;

/** A row of the table, with the types of its input and its answer. */
export const operation = <Shape extends z.ZodRawShape, Answer>(
  row: Operation<Shape, Answer>,
): Operation<Shape, Answer> => row;

export const command = <Shape extends z.ZodRawShape>(row: Command<Shape>): Command<Shape> => row;

type Query = Record<string, string | number>;

/** A link to what a command shows or does with this input. */
export function linkTo(text: string, words: string, input: Query = {}): Link {
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(pairs).toString();
  return { text, to: `${words.replaceAll(' ', '/')}${query && `?${query}`}` };
}

/** As `linkTo`, for what is usually right to do. */
export const buttonTo = (text: string, words: string, input?: Query): Link => ({
  ...linkTo(text, words, input),
  isButton: true,
});
