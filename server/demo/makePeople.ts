/** The people of the demo town, from the names, places, trades and prices of `town.json`. */
import type { Random } from './random.ts';
import town from './town.json' with { type: 'json' };

/** The jobs and ads of the demo town; an ad's picture is a file in `pictures/`. */
export const { jobs: DEMO_JOBS, ads: DEMO_ADS } = town;

/** Returns a full name; the two names differ. */
export function demoName(random: Random): string {
  const first = random.pick(town.firstNames);
  let last = random.pick(town.lastNames);
  while (last === first) last = random.pick(town.lastNames);
  return `${first} ${last}`;
}

/** Makes ten-digit phone numbers of Kenyan networks: never one of `taken`, never the same twice. */
export function phoneMaker(random: Random, taken: Iterable<string>): () => string {
  const used = new Set(taken);
  return () => {
    for (;;) {
      const prefix = random.pick(['0701', '0711', '0720', '0729', '0741', '0790', '0110', '0113']);
      const phone = prefix + String(random.whole(0, 899_999)).padStart(6, '0');
      // A payment with a number that ends in 9xx goes wrong in the simulator.
      if (used.has(phone) || /9\d\d$/.test(phone)) continue;
      used.add(phone);
      return phone;
    }
  };
}

export function demoIdNumber(random: Random): string {
  return String(random.whole(20_000_000, 41_999_999));
}

/** Returns a place: a near one more often, and some spelt as people type them. */
export const demoPlace = (random: Random) => random.pick(town.places);
export const demoClientNote = (random: Random) => random.pick(town.clientNotes);

/** Returns skills of one trade, comma-separated, the main one first, and the prices that this trade has. */
export function demoTrade(random: Random): { skills: string; rates: string[] } {
  const { skills, rates } = random.pick(town.trades);
  return { skills: skills.slice(0, random.whole(1, skills.length)).join(', '), rates };
}
