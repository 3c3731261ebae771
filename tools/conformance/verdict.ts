/** What is found out about a call. */
import type { endpoints, EndpointName } from '../../src/contract/endpoints.ts';

/** The calls of the specification: those that an API may offer beside them are extras. */
export type SpecCall = {
  [N in EndpointName]: (typeof endpoints)[N] extends { optional: true } ? never : N;
}[EndpointName];

/** From good to bad; `skipped` says nothing about the API. */
export const VERDICTS = ['holds', 'skipped', 'copes', 'breaks'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judged {
  verdict: Verdict;
  /** What differs, or why it was skipped. */
  differs?: string;
  /** How the app copes, or what a person sees where it does not. */
  app?: string;
  /** The screen that breaks, where it is not the one that makes the call. */
  screen?: string;
}

/** One thing that was tried. */
export interface Finding extends Judged {
  /** `transport` is what all calls have in common. */
  call: SpecCall | 'transport';
  tried: string;
}

export const HOLDS: Judged = { verdict: 'holds' };
export const copes = (differs: string, app: string): Judged => ({ verdict: 'copes', differs, app });
export function breaks(differs: string, app: string, screen?: string): Judged {
  return { verdict: 'breaks', differs, app, ...(screen !== undefined && { screen }) };
}
export const skipped = (differs: string): Judged => ({ verdict: 'skipped', differs });

/** The worst of several. */
export function worst(verdicts: Iterable<Verdict>): Verdict {
  const found = new Set(verdicts);
  return VERDICTS.findLast((verdict) => found.has(verdict)) ?? 'holds';
}

/** Thrown where something cannot be tried; the text says why. */
export class Skip extends Error {}

export const NEEDS_PHONE = 'needs a payment: give --phone';
export const NEEDS_EXPIRED = 'needs a fundi whose trial has ended';
