/** Reads a table that is written as a text: each row as its cells. A row without a bar is a heading. */
export const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
