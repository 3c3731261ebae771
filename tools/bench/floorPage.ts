/**
 * The script of the floor pages, about 1 KB when it is built. It makes the same calls as the app, and
 * draws the same cards into the places that `floorSnapshot.ts` left.
 */
import type { Ad, Fundi, Job } from '../../src/contract/schemas.ts';

/** The build writes these in, so that each page has only what it needs. */
declare const DRAWS: Drawing;
declare const HAS_ADS: boolean;
/** The address of the call that fills the page. */
declare const CALL: string;

/** What a floor page draws of the API's answer. */
export type Drawing = 'fundis' | 'jobs' | 'fundi' | 'nothing';

/** As many as the app draws first. */
const CARDS = 12;
const PREVIEW = 90;
const COLOURS = ['#0e5245', '#a83c1b', '#6b3f87', '#1d5c93', '#8a5a00', '#8c2f52'];

const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));

async function get<T>(path: string, headers?: Record<string, string>): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    headers: { accept: 'application/json', ...headers },
  });
  const data = (await answer.json()) as T;
  await parsed;
  return data;
}

const find = (root: ParentNode, selector: string) => root.querySelector(selector) as HTMLElement;
const place = (name: string) => find(document, `[data-place=${name}]`);

function copyOf(name: string) {
  const template = document.getElementById(name) as HTMLTemplateElement;
  return template.content.cloneNode(true) as DocumentFragment;
}

/** Writes texts into elements, in their order, and removes the elements without a text. */
function write(root: ParentNode, selector: string, texts: readonly (string | null)[]) {
  for (const [index, element] of root.querySelectorAll(selector).entries()) {
    const text = texts[index];
    if (text) element.textContent = text;
    else element.remove();
  }
}

function drawFace(root: ParentNode, name: string) {
  const face = find(root, 'span[aria-hidden]');
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  face.textContent = name.charAt(0);
  face.style.background = COLOURS[sum % COLOURS.length] ?? '';
}

function fundiCard({ id, name, location, skills, rate_note }: Fundi) {
  const card = copyOf('card');
  find(card, 'a').setAttribute('href', `/fundis/${id}`);
  drawFace(card, name ?? '');
  write(card, 'h3, p > span', [name, location, rate_note]);
  write(card, 'li li', (skills ?? '').split(', '));
  return card;
}

function jobCard({ id, title, description, location, created_at }: Job) {
  const card = copyOf('card');
  const text = description ?? '';
  const preview = text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
  find(card, 'a').setAttribute('href', `/jobs/${id}`);
  write(card, 'h3, h3 + p, div span:not(.sr-only)', [title, preview, location]);
  find(card, '.sr-only').nextSibling?.replaceWith(
    new Date(created_at ?? '').toLocaleDateString('en-KE', {
      dateStyle: 'medium',
      timeZone: 'Africa/Nairobi',
    }),
  );
  return card;
}

function drawList<T>(list: T[], age: (item: T) => number, draw: (item: T) => Node) {
  const newest = list.sort((a, b) => age(b) - age(a));
  place('card').replaceChildren(...newest.slice(0, CARDS).map(draw));
  find(document, 'main [role=status]').textContent = `${list.length} ${DRAWS}`;
  for (const option of document.querySelectorAll('select:has(> option[value=""]) option')) {
    option.textContent += ` (${list.length})`;
  }
}

function drawFundi({ name, location, skills, rate_note, phone_number }: Fundi) {
  const page = copyOf('card');
  const list = find(page, 'dd ul');
  const skill = find(list, 'li');
  drawFace(page, name ?? '');
  write(page, 'h1 span, p > span[dir], dd[dir], section > div > p', [
    name,
    location,
    rate_note,
    phone_number,
  ]);
  const items = (skills ?? '').split(', ').map((text) => {
    const item = skill.cloneNode() as Element;
    item.textContent = text;
    return item;
  });
  list.replaceChildren(...items);
  place('card').replaceWith(page);
}

function drawAd([ad]: Ad[]) {
  if (!ad) return;
  const banner = copyOf('ad');
  find(banner, 'img').setAttribute('src', ad.image_url ?? '');
  write(banner, 'span > span[dir]', [ad.title, ad.description]);
  place('ad').replaceChildren(banner);
}

async function draw() {
  const ads = HAS_ADS ? get<Ad[]>('/ads/') : null;
  if (DRAWS === 'fundi') drawFundi(await get<Fundi>(CALL));
  if (DRAWS === 'fundis') {
    const fundis = await get<Fundi[]>(CALL);
    drawList(
      fundis.filter(({ is_available }) => is_available),
      ({ id }) => Number(id),
      fundiCard,
    );
  }
  if (DRAWS === 'jobs') {
    const jobs = await get<Job[]>(CALL, { authorization: `Token ${localStorage.token}` });
    drawList(
      jobs.filter(({ is_active }) => is_active),
      ({ created_at }) => Date.parse(created_at ?? ''),
      jobCard,
    );
  }
  if (ads) drawAd(await ads);
}

void draw();
