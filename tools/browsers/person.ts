/** What a person does in a page, in the same way in every browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from './engines.ts';

/** The kinds of things that a person finds by their words. */
const SELECTORS = {
  button: 'button:not([role=switch])',
  link: 'a[href]',
  card: 'a[href^="/fundis/"]',
  field: 'input, textarea, select',
  switch: '[role=switch]',
  heading: 'h1, h2, h3',
  text: '#root *',
};
export type Kind = keyof typeof SELECTORS;

/** How long something may take to be seen, in ms. */
const PATIENCE_MS = 60_000;

/** The parts of this run in the page, also in browsers of 2021: plain JavaScript. */
function find(selector: string, words: string) {
  const nameOf = (node: Element) => {
    const { labels } = node as HTMLInputElement;
    const own = [...node.childNodes].map((it) => (it.nodeType === 3 ? it.nodeValue : '')).join('');
    const said = node.getAttribute('aria-label') ?? labels?.[0]?.textContent;
    return (said ?? (selector.includes('*') ? own : node.textContent) ?? '').trim();
  };
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (node) => nameOf(node).startsWith(words) && node.getClientRects().length > 0,
  );
}

function press(node: HTMLElement) {
  node.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = node.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  // Something else lies over it, or it is still on the way there.
  if (!hit || !(node.contains(hit) || hit.contains(node))) return false;
  node.click();
  return true;
}

function fill(node: HTMLInputElement, value: string) {
  node.focus();
  // React looks only at values that its own setter has not seen.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value')?.set?.call(node, value);
  // A list of choices does not have it before the fundis have come.
  if (node.value !== value) return false;
  for (const event of ['input', 'change']) node.dispatchEvent(new Event(event, { bubbles: true }));
  node.blur();
  return true;
}

/** Chooses a photo, given in base64. */
function attach(node: HTMLInputElement, photo: string) {
  const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], 'IMG_2041.jpg', { type: 'image/jpeg' }));
  node.files = files.files;
  node.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** A person with a browser at `site`. Every method waits until it can be done, and throws if not. */
export class Person {
  readonly #driver: Driver;
  readonly #site: string;

  constructor(driver: Driver, site: string) {
    this.#driver = driver;
    this.#site = site;
  }

  async open(address: string) {
    await this.#driver.goto(this.#site + address);
    await this.expect(`document.querySelector('footer') !== null`, 'the app');
  }

  /** Goes to a page that is not the app. */
  async leaveFor(address: string) {
    await this.#driver.goto(this.#site + address);
  }

  async press(kind: Kind, words: string) {
    await this.#with(kind, words, press);
  }

  async fill(label: string, value: string) {
    await this.#with('field', label, fill, { value });
  }

  async attach(label: string, photo: string) {
    await this.#with('field', label, attach, { value: photo });
  }

  /** Waits until it is seen: as long as for anything, unless the app itself waits longer. */
  async see(kind: Kind, words: string, patienceMs = PATIENCE_MS) {
    await this.#with(kind, words, () => true, { patienceMs });
  }

  /** Waits until the address is one of these. */
  async isAt(address: RegExp) {
    await this.expect(`${address}.test(location.pathname + location.search)`, `at ${address}`);
  }

  /** Waits until an expression in the page is true. */
  async expect(expression: string, what = expression, patienceMs = PATIENCE_MS) {
    const end = Date.now() + patienceMs;
    let last: unknown;
    while (Date.now() < end) {
      try {
        // One look after the other.
        if (await this.#driver.run(expression)) return;
        last = undefined;
      } catch (error) {
        // A page that is just left answers no more.
        last = error;
      }
      await sleep(150);
    }
    throw new Error(`Not seen: ${what}${last instanceof Error ? ` (${last.message})` : ''}`);
  }

  async #with(
    kind: Kind,
    words: string,
    what: (node: never, value: string) => unknown,
    { value = '', patienceMs = PATIENCE_MS } = {},
  ) {
    const [selector, said, given] = [SELECTORS[kind], words, value].map((it) => JSON.stringify(it));
    await this.expect(
      `(() => { const node = (${find.toString()})(${selector}, ${said}); return node ? (${what.toString()})(node, ${given}) : false; })()`,
      `${kind} "${words}"`,
      patienceMs,
    );
  }
}
