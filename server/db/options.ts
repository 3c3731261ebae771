/** Options of both drivers. */
import * as schema from './schema.ts';

export const databaseSettings = { schema, casing: 'snake_case' } as const;
