/** Options of both drivers. */
export const databaseSettings = { casing: 'snake_case' } as const;
