/** How every command of the operator runs: its settings, its lines, its failures in one line. */
import { inspect, parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { lineFor } from '../../db/faults.ts';
import { loadEnvFile } from '../../process/environment.ts';
import { printLines } from '../terminal.ts';
import { OneLineError } from '../../process/oneLine.ts';

/** What a command does once the settings are read; returns the lines that it prints. */
export type CommandWork = (config: Config) => Promise<string[]>;

export class UsageError extends OneLineError {
  override name = 'UsageError';
}

/** A moment in the name of a file, for instance `2026-11-23T081540Z`. */
export const stampOf = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '');

/** As `parseArgs` of Node; throws a `UsageError` with `usage` for words that it does not take. */
export function readArgs<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(usage, { cause: error });
  }
}

/**
 * Runs a command with the words of its command line, prints the lines that it returns, and ends the
 * process with 1 when it throws. Only its own user can read the files that it makes. `read` reads the settings.
 */
export async function runCommand(
  work: (args: string[]) => CommandWork,
  read: typeof loadConfig = loadConfig,
): Promise<void> {
  try {
    process.umask(0o077);
    // A wrong command line is reported before anything is read.
    const run = work(process.argv.slice(2));
    loadEnvFile();
    printLines(await run(read(process.env)), console.log);
  } catch (error) {
    printLines((lineFor(error) ?? inspect(error)).split('\n'), console.error);
    process.exitCode = 1;
  }
}
