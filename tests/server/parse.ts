/** Reads a page or an XML file as a robot does that runs no script. */
// @ts-expect-error The package has no types.
import * as jsdom from 'jsdom';

const { JSDOM } = jsdom as {
  JSDOM: new (text: string, options: { contentType: string }) => { window: Window };
};

/** The document in a text; scripts do not run. */
export function parse(text: string, contentType = 'text/html'): Document {
  return new JSDOM(text, { contentType }).window.document;
}
