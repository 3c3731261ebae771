/** Reads a page or an XML file as a robot does that runs no script. */
// @ts-expect-error The package has no types.
import * as jsdom from 'jsdom';

const { JSDOM } = jsdom as { JSDOM: new () => { window: { DOMParser: typeof DOMParser } } };
/** One for all: a window for each page, which reads its styles too, takes three times as long. */
const { window } = new JSDOM();
const parser = new window.DOMParser();

/** The document in a text; scripts do not run. */
export const parse = (text: string, type: DOMParserSupportedType = 'text/html'): Document =>
  parser.parseFromString(text, type);
