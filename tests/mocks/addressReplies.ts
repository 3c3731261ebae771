/** Replies of calls, chosen in the page's address: `/fundis?mock=listFundis:500,listAds:never`. */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Reply } from './overrides.ts';

/** What can stand behind the colon, beside a status such as `500`; docs/development.md has it too. */
export const REPLY_WORDS: Record<string, { what: string; reply: Reply }> = {
  network: { what: 'A network error', reply: 'network error' },
  never: { what: 'No answer comes', reply: 'never' },
  slow: { what: 'The usual answer, 3 seconds later', reply: { delayMs: 3000 } },
  empty: { what: 'An empty list', reply: { body: [] } },
};

function replyOf(word: string): Reply {
  const reply = /^[2-5]\d\d$/.test(word) ? Number(word) : REPLY_WORDS[word]?.reply;
  if (reply === undefined) {
    const words = Object.keys(REPLY_WORDS).join(', ');
    throw new Error(`mock: "${word}" is not a reply. Use a status such as 500, or ${words}.`);
  }
  return reply;
}

/** The calls that `search` (`location.search`) names, with their replies. Throws on an unknown one. */
export function addressReplies(search: string): [EndpointName, Reply][] {
  const rows = new URLSearchParams(search).get('mock')?.split(',').filter(Boolean) ?? [];
  return rows.map((row) => {
    const [name = '', word = ''] = row.split(':');
    if (!Object.hasOwn(endpoints, name)) {
      const names = Object.keys(endpoints).join(', ');
      throw new Error(`mock: "${name}" is not a call. Use one of ${names}.`);
    }
    return [name as EndpointName, replyOf(word)];
  });
}
