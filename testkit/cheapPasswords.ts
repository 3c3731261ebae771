import { createPasswords } from '../server/people/passwords.ts';

/** For servers of tests: a hash as every server makes it takes 40 ms, these a fifth of one. */
export const CHEAP_PASSWORDS = createPasswords({ memory: 8, passes: 1, parallelism: 1 });
