/**
 * The child process that draws one share picture: what it shows comes in on stdin as JSON, the PNG goes
 * out on stdout. Whatever an odd text does happens here.
 */
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawCard } from './drawCard.ts';
import type { CardTexts } from './drawCard.ts';

sharp.concurrency(1);
sharp.cache(false);
const shown = JSON.parse(await text(process.stdin)) as CardTexts;
process.stdout.end(await drawCard(shown));
