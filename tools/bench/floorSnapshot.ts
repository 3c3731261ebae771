/**
 * Makes of a page of the app the markup of its floor page: what is on the screen as plain HTML, with
 * empty places for what the API answers.
 */
// A function that runs in a page must contain everything that it uses.
/* oxlint-disable unicorn/consistent-function-scoping */

/** The card of a list, or the article, that is drawn later. */
export type Content = { list: string } | { article: string } | null;

/** Returns the markup. Runs inside the app's page, which cannot be used afterwards. */
export function takeSnapshot(content: Content): string {
  const root = document.querySelector('#root') as HTMLElement;
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  const must = (selector: string) => {
    const [found] = all(selector);
    if (!found) throw new Error(`The page has no ${selector}.`);
    return found;
  };
  const grey = (className: string, name = 'div') =>
    Object.assign(document.createElement(name), { className: `${className} rounded-xl bg-sunken` });
  const addTemplate = (id: string, nodes: ChildNode[]) => {
    const template = Object.assign(document.createElement('template'), { id });
    template.content.append(...nodes);
    root.append(template);
  };

  for (const node of all('script, style, noscript, dialog, .Toastify')) node.remove();
  // A carousel shows its first picture.
  for (const carousel of all('.slick-slider')) {
    const slide = carousel.querySelector('.slick-active > div > *');
    if (slide) carousel.replaceWith(slide);
  }
  const banner = all('section[aria-roledescription]').find((section) =>
    section.textContent?.includes('Sponsored'),
  );
  if (banner) {
    addTemplate('ad', [...banner.childNodes]);
    banner.dataset.place = 'ad';
    banner.append(grey('h-32 w-full'));
  }
  if (content && 'list' in content) {
    const list = must(content.list);
    addTemplate('card', [...list.children].slice(0, 1));
    list.dataset.place = 'card';
    list.removeAttribute('style');
    list.replaceChildren(...[1, 2, 3].map(() => grey('min-h-48', 'li')));
    must('main [role="status"]').textContent = 'Loading…';
    for (const select of all('select:has(> option[value=""])')) {
      for (const option of [...select.children].slice(1)) option.remove();
      const [first] = select.children;
      if (first) first.textContent = first.textContent?.replace(/ \(.*/, '') ?? '';
    }
  }
  if (content && 'article' in content) {
    const article = must(content.article);
    const siblings = [...(article.parentElement?.childNodes ?? [])];
    const place = grey('h-[34rem]');
    place.dataset.place = 'card';
    article.before(place);
    addTemplate('card', siblings.slice(siblings.indexOf(article)));
  }
  const marks = / (?:data-discover|data-index|aria-setsize|aria-posinset)="[^"]*"/g;
  return root.innerHTML.replace(marks, '').replace(/>\s+</g, '><');
}
