/** Puts drawn cards into the painted page: into its two lists, between which is the place of the ads. */

/** Shows the lists of `html` (`fundiCards`). A card that did not change stays: a finger may be on it. */
export function showCards(place: Element, html: string) {
  const drawn = document.createElement('template');
  drawn.innerHTML = html;
  const lists = [...drawn.content.querySelectorAll('[data-cards] > ul')];
  for (const [at, list] of lists.entries()) {
    // Grey cards (`CardSkeletons`) stand there, or an earlier list.
    const there = at === 0 ? place.firstElementChild : place.lastElementChild;
    if (there?.localName !== 'ul') {
      there?.replaceWith(list);
      continue;
    }
    const cards = [...list.children];
    for (const [index, old] of [...there.children].entries()) {
      const card = cards[index];
      if (!card) old.remove();
      else if (!old.isEqualNode(card)) old.replaceWith(card);
    }
    there.append(...cards.slice(there.children.length));
  }
}
