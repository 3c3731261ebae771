/** Whether a floor page looks as its page of the app does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { root } from '../../scripts/root.mjs';
import type { Floor } from './floor.ts';
import type { BenchPage } from './pageList.ts';
import { Phone } from './phone.ts';
import type { Stage } from './stage.ts';

/** Where the reports and the screenshots lie; git ignores it. */
export const RESULTS = path.join(root, 'bench-results');
/** Of 255; less is not seen. */
const SEEN_FROM = 24;

async function pixels(screenshot: Buffer) {
  return await sharp(screenshot).removeAlpha().raw().toBuffer();
}

/** Keeps a screenshot of each first screen and answers the share of dots that differ, 0 to 1. */
export async function compareLooks(
  stage: Stage,
  base: string,
  page: BenchPage,
  floor: Floor,
): Promise<number> {
  const { signIn, wanted, name } = page;
  const phone = await Phone.open(stage, { signIn, wanted, slowdown: 1, reducedMotion: true });
  try {
    const shots: Buffer[] = [];
    mkdirSync(RESULTS, { recursive: true });
    for (const [look, address] of Object.entries({ floor: floor.address, app: page.address })) {
      await phone.newPage();
      await phone.visit(base + address);
      const shot = await phone.page.screenshot();
      writeFileSync(path.join(RESULTS, `${name}.${look}.png`), shot);
      shots.push(await pixels(shot));
    }
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = shots;
    let different = 0;
    for (let at = 0; at < first.length; at += 3) {
      const isSeen = [0, 1, 2].some(
        (part) => Math.abs((first[at + part] ?? 0) - (second[at + part] ?? 0)) > SEEN_FROM,
      );
      if (isSeen) different += 1;
    }
    return different / (first.length / 3);
  } finally {
    await phone.close();
  }
}
