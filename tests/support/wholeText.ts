/** Finds a text that stands in several elements. */

/**
 * A matcher for `getByText` that compares the whole text of an element and finds the smallest one.
 * Without it only an element's own text counts, and a name or a count may stand in an element of its own.
 */
export function wholeText(wanted: string | RegExp) {
  const isWanted = ({ textContent }: Element) => {
    const text = textContent.replace(/\s+/g, ' ').trim();
    return typeof wanted === 'string' ? text === wanted : wanted.test(text);
  };
  return (_: string, element: Element | null) =>
    element !== null && isWanted(element) && ![...element.children].some(isWanted);
}
