/**
 * Writes components without hooks as HTML, in our server and before React has come: the build puts
 * this in the place of React's JSX and of the router's links.
 */
type Props = Record<string, unknown>;

/** HTML, in which all texts are escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** React's names for attributes, where HTML has others. */
const ATTRIBUTES: Record<string, string> = {
  className: 'class',
  htmlFor: 'for',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
};

type Component = (props: Props) => Markup;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (it) => ENTITIES[it] ?? it);

const EMPTY = new Set(['img', 'br', 'hr', 'input', 'wbr']);

function htmlOf(child: unknown): string {
  if (Array.isArray(child)) return child.map(htmlOf).join('');
  if (child instanceof Markup) return child.html;
  return typeof child === 'string' || typeof child === 'number' ? escaped(String(child)) : '';
}

/** Writes one element, as React's own `jsx` would have it made. */
export function jsx(type: string | Component, props: Props): Markup {
  if (typeof type === 'function') return type(props);
  const { children, ...attributes } = props;
  const written = Object.entries(attributes).map(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText ? ` ${ATTRIBUTES[name] ?? name}="${escaped(String(value))}"` : '';
  });
  const start = `<${type}${written.join('')}>`;
  return new Markup(EMPTY.has(type) ? start : `${start}${htmlOf(children)}</${type}>`);
}

export const jsxs = jsx;

export const Fragment = ({ children }: Props): Markup => new Markup(htmlOf(children));

/** Stands in for the router's link. */
export const Link = ({ to, ...props }: Props): Markup => jsx('a', { ...props, href: to });
