/** Options of both drivers. */
import { fileURLToPath } from 'node:url';
import * as schema from './schema.ts';

export const databaseSettings = { schema, casing: 'snake_case' } as const;
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
