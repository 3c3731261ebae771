/** A town's month: some hundred people pay in every way that the simulator knows, and the books are closed. */
import { BEHAVIOURS } from '../../../simulator/behaviours.ts';
import { createRandom } from '../../../server/demo/random.ts';
import { DAY_MS } from '../../../src/contract/time.ts';
import { Auditor } from './check.ts';
import { closeBooks, refuse } from './property.ts';
import { play, press, STEPS } from './steps.ts';
import type { Town } from './town.ts';

const DAYS = 30;
const PAYERS_A_DAY = 10;
/** What else happens on a day, so many times. */
const OTHERS_A_DAY = 12;
const OTHERS = ['payBill', 'payBill', 'byHand', 'noticeAgain', 'forge', 'poll', 'close'].concat([
  'refund',
  'give',
  'giveBack',
  'receipt',
  'reverse',
  'takeDown',
  'remove',
  'kill',
  'loseDatabase',
]);

/** Plays the month; the figures of its end. Throws when the books and M-Pesa's statement differ. */
export async function playMonth(
  town: Town,
  seed: number,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const auditor = new Auditor(town);
  await town.reset();
  let payers = 0;
  let steps = 0;
  const does = async (name: string) => {
    steps += 1;
    await play(town, name, random.whole(0, 999), random.whole(0, 999));
    refuse(await auditor.look());
  };
  for (let day = 1; day <= DAYS; day += 1) {
    for (let payer = 0; payer < PAYERS_A_DAY; payer += 1) {
      await does(random.pick(['newJob', 'newJob', 'newAd', 'newFundi']));
      const thing = town.things.at(-1);
      // Every special number in turn, and as often one where nothing goes wrong.
      const suffix =
        payers % 2 === 0 ? '100' : BEHAVIOURS[(payers >> 1) % BEHAVIOURS.length]?.suffix;
      if (thing) await press(town, thing, `0712${String(payers % 1000).padStart(3, '0')}${suffix}`);
      payers += 1;
      if (random.chance(0.5)) await town.wait(random.whole(1, 1200) * 1000);
    }
    for (let other = 0; other < OTHERS_A_DAY; other += 1) await does(random.pick(OTHERS));
    if (day % 7 === 0) await does('book');
    await town.wait(DAY_MS / 2);
    refuse(await auditor.look());
    say(`day ${day}: ${town.things.length} payables, ${steps} steps`);
  }
  const { taken, places } = await closeBooks(town, auditor);
  const { prompts, sums, returns } = await town.books();
  const left = returns.reduce((ksh, { amount }) => ksh + amount, 0);
  const special = new Set(prompts.map(({ phone }) => phone.slice(-3)));
  return {
    payables: town.things.length,
    prompts: prompts.length,
    'special numbers that got a prompt': BEHAVIOURS.filter(({ suffix }) => special.has(suffix))
      .length,
    'sums from the menu': sums.length,
    'taken, Ksh': taken,
    ...places,
    "statement's total, Ksh": taken - left,
    differences: 0,
  };
}

/** The steps of a month all exist. */
for (const name of OTHERS) if (!(name in STEPS)) throw new Error(`there is no step ${name}`);
