/**
 * Takes of a page of the app what its floor page is made of: what stands on the screen as plain
 * HTML, with empty places for what the API answers, and those of the app's styles that this needs.
 */
// A function that goes into a page takes all it needs with it.
/* oxlint-disable unicorn/consistent-function-scoping */

export interface Snapshot {
  body: string;
  styles: string;
}

/** The card of a list, or the article, that is drawn later. */
export type Content = { list: string } | { article: string } | null;

/** Takes the snapshot inside the app's page, which is of no use afterwards. */
export function takeSnapshot(content: Content): Snapshot {
  const root = document.querySelector('#root') as HTMLElement;
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  const must = (selector: string) => {
    const [found] = all(selector);
    if (!found) throw new Error(`The page has no ${selector}.`);
    return found;
  };
  const grey = (className: string, name = 'div') =>
    Object.assign(document.createElement(name), { className: `${className} rounded-xl bg-sunken` });
  const later: HTMLElement[] = [];
  const postpone = (id: string, nodes: ChildNode[]) => {
    const holder = Object.assign(document.createElement('div'), { id });
    later.push(holder);
    holder.append(...nodes);
    root.append(holder);
  };

  for (const node of all('script, style, noscript, dialog, .Toastify')) node.remove();
  // Of a carousel its first picture is enough.
  for (const carousel of all('.slick-slider')) {
    const slide = carousel.querySelector('.slick-active > div > *');
    if (slide) carousel.replaceWith(slide);
  }
  const banner = all('section[aria-roledescription]').find((section) =>
    section.textContent?.includes('Sponsored'),
  );
  if (banner) {
    postpone('ad', [...banner.childNodes]);
    banner.dataset.place = 'ad';
    banner.append(grey('h-32 w-full'));
  }
  if (content && 'list' in content) {
    const list = must(content.list);
    postpone('card', [...list.children].slice(0, 1));
    list.dataset.place = 'card';
    list.removeAttribute('style');
    list.replaceChildren(...[1, 2, 3].map(() => grey('min-h-48', 'li')));
    must('main [role="status"]').textContent = 'Loading…';
    for (const select of all('form select')) {
      for (const option of [...select.children].slice(1)) option.remove();
      if (select.firstElementChild) {
        select.firstElementChild.textContent = select.textContent?.replace(/ \(.*/, '') ?? '';
      }
    }
  }
  if (content && 'article' in content) {
    const article = must(content.article);
    const siblings = [...(article.parentElement?.childNodes ?? [])];
    const place = grey('h-[34rem]');
    place.dataset.place = 'card';
    article.before(place);
    postpone('card', siblings.slice(siblings.indexOf(article)));
  }

  const styles = stylesInUse();
  for (const holder of later) {
    const template = Object.assign(document.createElement('template'), { id: holder.id });
    template.content.append(...holder.childNodes);
    holder.replaceWith(template);
  }
  const marks = / (?:data-discover|data-index|aria-setsize|aria-posinset)="[^"]*"/g;
  return { body: root.innerHTML.replace(marks, '').replace(/>\s+</g, '><'), styles };

  function stylesInUse(): string {
    const isUsed = (selector: string) =>
      selector.split(/,(?![^(]*\))/).some((part) => {
        const plain = part.replace(/::?(?:before|after|backdrop|marker|placeholder)\b/g, '').trim();
        try {
          return document.querySelector(plain || '*') !== null;
        } catch {
          return false;
        }
      });
    const written = (rules: CSSRuleList): string =>
      [...rules]
        .map((rule) => {
          if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : '';
          if (rule instanceof CSSKeyframesRule) return '';
          if (rule instanceof CSSMediaRule) {
            return matchMedia(rule.conditionText).matches ? written(rule.cssRules) : '';
          }
          if (rule instanceof CSSSupportsRule) {
            return CSS.supports(rule.conditionText) ? written(rule.cssRules) : '';
          }
          if (!(rule instanceof CSSLayerBlockRule)) return rule.cssText;
          const inside = written(rule.cssRules);
          return inside.trim() && `@layer ${rule.name} { ${inside} }`;
        })
        .join('\n');
    const sheets = [...document.styleSheets].filter(({ href }) => href);
    return sheets.map(({ cssRules }) => written(cssRules)).join('\n');
  }
}

/** The styles without those names of colours and sizes that neither they nor the body ask for. */
export function withoutUnasked({ styles, body }: Snapshot): string {
  let text = styles;
  for (let before = ''; before !== text;) {
    before = text;
    const keepAsked = (declaration: string, name: string) =>
      (before + body).includes(`var(${name}`) ? declaration : '';
    text = text
      .replace(/@property (--[\w-]+)\s*\{[^}]*\}/g, keepAsked)
      .replace(/(?<=[{;]\s*)(--[\w-]+)\s*:[^;{}]*;/g, keepAsked);
  }
  return text;
}
