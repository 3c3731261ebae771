/** The simulated phone: asks for the prompts every second and lets a person answer them. */

/**
 * A prompt as `/prompts` lists it; times in ms.
 * @typedef {{
 *   id: string, phone: string, text: string, state: 'waiting' | 'paid' | 'failed',
 *   code: number | null, result: string | null, receipt: string | null,
 *   createdAt: number, expiresAt: number, can_answer: boolean,
 * }} Prompt
 */

/**
 * The one element of a kind, which the page always has.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} root
 * @returns {T}
 */
function find(selector, kind, root = document) {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return element;
}

const HOLD_KEY = 'answer-by-hand';
const lists = { waiting: find('#waiting', HTMLElement), earlier: find('#earlier', HTMLElement) };
const state = find('#state', HTMLElement);
const field = find('#phone', HTMLInputElement);
const hold = find('#hold', HTMLInputElement);
/** @type {Map<string, HTMLElement>} */
const cards = new Map();

let phone = new URL(location.href).searchParams.get('phone') ?? '';
/**
 * The phone that the server holds for this page.
 * @type {string | null}
 */
let heldPhone = null;

/** @param {string} path @param {object} body */
const post = (path, body) =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  });

async function keepHold() {
  const wanted = hold.checked ? phone || '*' : null;
  if (heldPhone !== null && heldPhone !== wanted) {
    await post('/hold', { phone: heldPhone, held: false });
  }
  if (wanted !== null) await post('/hold', { phone: wanted, held: true });
  heldPhone = wanted;
}

/** @param {string} id */
function createCard(id) {
  const content = find('#prompt', HTMLTemplateElement).content.cloneNode(true);
  const fragment = /** @type {DocumentFragment} */ (content);
  const card = find('.prompt', HTMLElement, fragment);
  const pin = find('input', HTMLInputElement, card);
  /** @param {'approve' | 'cancel'} action */
  const answer = async (action) => {
    const body = action === 'approve' ? { pin: pin.value } : {};
    const response = await post(`/prompts/${encodeURIComponent(id)}/${action}`, body);
    await refresh();
    if (!response.ok) state.textContent = (await response.json()).error;
  };
  find('form', HTMLFormElement, card).addEventListener('submit', (event) => {
    event.preventDefault();
    void answer('approve');
  });
  find('.cancel', HTMLElement, card).addEventListener('click', () => void answer('cancel'));
  return card;
}

/** @param {Prompt} prompt */
function resultOf(prompt) {
  if (prompt.state === 'paid') return `Paid. ${prompt.receipt} confirmed.`;
  if (prompt.state === 'failed') return `${prompt.result} (${prompt.code})`;
  return prompt.can_answer ? '' : 'This phone does not show the prompt.';
}

/** @param {{ prompts: Prompt[], now: number }} answer */
function show({ prompts, now }) {
  const shown = new Set(prompts.map(({ id }) => id));
  for (const [id, card] of cards) {
    if (shown.has(id)) continue;
    card.remove();
    cards.delete(id);
  }
  for (const prompt of prompts.toReversed()) {
    const card = cards.get(prompt.id) ?? createCard(prompt.id);
    cards.set(prompt.id, card);
    const list = prompt.state === 'waiting' ? lists.waiting : lists.earlier;
    if (card.parentElement !== list) list.prepend(card);
    card.className = `prompt ${prompt.state}`;
    const secondsLeft = Math.max(0, Math.ceil((prompt.expiresAt - now) / 1000));
    find('.phone', HTMLElement, card).textContent = prompt.phone;
    find('.when', HTMLElement, card).textContent =
      prompt.state === 'waiting'
        ? `${secondsLeft} s left`
        : new Date(prompt.createdAt).toLocaleTimeString('en-KE');
    find('.text', HTMLElement, card).textContent = prompt.text;
    find('.result', HTMLElement, card).textContent = resultOf(prompt);
    find('form', HTMLElement, card).hidden = !prompt.can_answer;
  }
  const waiting = prompts.filter((prompt) => prompt.can_answer).length;
  const text = waiting === 0 ? 'No prompt is waiting.' : `Prompts waiting for you: ${waiting}.`;
  if (state.textContent !== text) state.textContent = text;
  const phones = [...new Set(prompts.map((prompt) => prompt.phone))];
  find('#phones', HTMLElement).replaceChildren(...phones.map((value) => new Option(value, value)));
}

async function refresh() {
  try {
    await keepHold();
    const response = await fetch(`/prompts${phone ? `?phone=${encodeURIComponent(phone)}` : ''}`);
    const body = await response.json();
    if (response.ok) show(body);
    else state.textContent = body.error;
  } catch {
    state.textContent = 'The simulator cannot be reached.';
  }
}

async function showBehaviours() {
  const response = await fetch('/behaviours');
  /** @type {{ suffix: string, what: string }[]} */
  const behaviours = await response.json();
  const rows = behaviours.map(({ suffix, what }) => {
    const row = document.createElement('tr');
    row.insertCell().textContent = suffix;
    row.insertCell().textContent = what;
    return row;
  });
  find('#behaviours', HTMLElement).replaceChildren(...rows);
}

field.value = phone;
try {
  hold.checked = localStorage.getItem(HOLD_KEY) !== 'no';
} catch {
  // Storage may be forbidden; then the choice lasts as long as the page.
}

find('#choose', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  phone = field.value.trim();
  history.replaceState(null, '', phone ? `?phone=${encodeURIComponent(phone)}` : location.pathname);
  void refresh();
});
hold.addEventListener('change', () => {
  try {
    localStorage.setItem(HOLD_KEY, hold.checked ? 'yes' : 'no');
  } catch {
    // See above.
  }
  void refresh();
});
addEventListener('pagehide', () => {
  if (heldPhone !== null) void post('/hold', { phone: heldPhone, held: false });
});

const menu = find('#pay-bill', HTMLFormElement);
find('input[name="phone"]', HTMLInputElement, menu).value = phone;

async function payFromMenu() {
  const response = await post('/pay-bill', Object.fromEntries(new FormData(menu)));
  const { text, error } = await response.json();
  find('#sent', HTMLElement).textContent = text ?? error;
}
menu.addEventListener('submit', (event) => {
  event.preventDefault();
  void payFromMenu();
});

void showBehaviours();
void refresh();
setInterval(() => void refresh(), 1000);
