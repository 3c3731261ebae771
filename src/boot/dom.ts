/**
 * Draws components without hooks straight into the page, before React has come: the build puts this
 * in the place of React's JSX and of the router's links.
 */
import { ATTRIBUTES } from './attributes.ts';

type Props = Record<string, unknown>;
type Component = (props: Props) => Node;

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'path', 'defs', 'pattern', 'rect']);
/** Appends what a component returns: here elements are nodes. */
export function append(parent: Node, child: unknown) {
  if (Array.isArray(child)) for (const each of child) append(parent, each);
  else if (child instanceof Node) parent.appendChild(child);
  else if (typeof child === 'string' || typeof child === 'number') {
    parent.appendChild(document.createTextNode(String(child)));
  }
}

/** Makes the nodes of one element, as React's own `jsx` would have them made. */
export function jsx(type: string | Component, props: Props): Node {
  if (typeof type === 'function') return type(props);
  const { children, ...attributes } = props;
  const node = SVG_TAGS.has(type)
    ? document.createElementNS(SVG, type)
    : document.createElement(type);
  for (const [name, value] of Object.entries(attributes)) {
    const isSaid = typeof value === 'string' || typeof value === 'number';
    if (isSaid) node.setAttribute(ATTRIBUTES[name] ?? name, String(value));
  }
  append(node, children);
  return node;
}

export const jsxs = jsx;

export function Fragment({ children }: Props): Node {
  const nodes = document.createDocumentFragment();
  append(nodes, children);
  return nodes;
}

/** A link as it is while there is no router: the browser follows it. */
export function Link({ to, ...props }: Props): Node {
  return jsx('a', { ...props, href: to });
}
