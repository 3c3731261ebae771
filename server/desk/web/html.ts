/** Templates whose values escape themselves: a name or a title of a stranger is text, whatever it holds. */
import { html as template, raw } from 'hono/html';

/** A part of a page; within another template it is not escaped again. */
export type Html = ReturnType<typeof raw>;

/** As hono's, which also knows templates that wait for something: ours never do. */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Html =>
  template(strings, ...values) as Html;

export { raw };
