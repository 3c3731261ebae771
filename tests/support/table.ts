/** The rows of a table in a text, each as its cells; a line without a bar is a heading. */
export const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
