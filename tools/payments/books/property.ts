/** The property of the books: random steps in any order, and every shilling has its place. */
import * as fc from 'fast-check';
import { readTakings } from '../../../server/desk/books/readMoney.ts';
import { Auditor, PLACES } from './check.ts';
import type { Balance } from './check.ts';
import { compared } from './operator.ts';
import { play, settle, STEPS } from './steps.ts';
import { Town } from './town.ts';

/** What a run has done. */
interface Tally {
  worlds: number;
  steps: number;
  /** Ksh at the ends of all worlds. */
  ksh: Record<string, number>;
}

/** Throws what is wrong. */
function refuse({ wrong, taken, places }: Balance): void {
  const sum = PLACES.reduce((ksh, place) => ksh + places[place], 0);
  const lines = sum === taken ? wrong : [...wrong, `taken ${taken}, in the books ${sum}`];
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

/** The end of a world: nothing is unheard of, and books, takings and statement are the same. */
async function closeBooks(town: Town, auditor: Auditor): Promise<Balance> {
  await settle(town, () => auditor.look());
  const balance = await auditor.look();
  refuse(balance);
  const { places, taken } = balance;
  const { unknown, missing, unnamed, differs, left, ...found } = await compared(town);
  // Somebody pays Ksh 200 twice, an operator sends one back before its receipt is known, and M-Pesa reverses the other.
  // Only M-Pesa can say which is which: the desk says "a second time, ask M-Pesa", and that is all it can.
  const reversed = found.reversed.filter(({ booked }) => !booked?.returnReceipt);
  const open = { unknown, missing, unnamed, differs, reversed, left };
  const wrong = Object.entries(open).filter(([, rows]) => rows.length > 0);
  if (wrong.length > 0)
    throw new Error(`the statement: ${JSON.stringify(Object.fromEntries(wrong))}`);
  if (places.unheard + places.undecided > 0) throw new Error('some money is not in the books');
  const all = await readTakings(town.db, { from: new Date(0), until: new Date(Date.now() + 1) });
  const takings = all.reduce((ksh, { amount }) => ksh + (amount ?? 0), 0);
  if (takings !== taken) throw new Error(`takings ${takings}, and M-Pesa took ${taken}`);
  return balance;
}

const names = Object.entries(STEPS).map(([name, [weight]]) => ({
  weight,
  arbitrary: fc.constant(name),
}));
const number = fc.nat({ max: 999 });
const step = fc.tuple(fc.oneof(...names), number, number);

interface Wanted {
  seed: number;
  steps: number;
  /** The most steps of a world. */
  longest: number;
  /** Whether a failure is made as short as it can be, which takes many minutes. */
  shrinks?: boolean;
}

/** Plays worlds until `steps` are done. Throws with what is wrong, the seed and the steps when the books are. */
export async function playWorlds(
  { seed, steps, longest, shrinks = false }: Wanted,
  say: (tally: Tally) => void = () => undefined,
): Promise<Tally> {
  const town = await Town.open();
  const tally: Tally = { worlds: 0, steps: 0, ksh: { taken: 0 } };
  const world = fc.asyncProperty(
    fc.array(step, { maxLength: longest, size: 'max' }),
    async (steps) => {
      const auditor = new Auditor(town);
      await town.reset();
      for (const [name, a, b] of steps) {
        await play(town, name, a, b);
        refuse(await auditor.look());
      }
      const { taken, places } = await closeBooks(town, auditor);
      tally.worlds += 1;
      tally.steps += steps.length;
      for (const [name, ksh] of Object.entries({ taken, ...places })) {
        tally.ksh[name] = (tally.ksh[name] ?? 0) + ksh;
      }
      say(tally);
    },
  );
  try {
    for (let round = 0; tally.steps < steps; round += 1) {
      await fc.assert(world, { seed: seed + round, numRuns: 5, endOnFailure: !shrinks });
    }
  } finally {
    await town.close();
  }
  return tally;
}
