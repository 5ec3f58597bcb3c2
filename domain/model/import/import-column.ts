/** A column of an imported file, as people see it in the template and in the table of rows. */
export type ImportColumnShape = {
  /** The heading in the form of `headingKey`: what calls and faults name the column by. */
  name: string
  label: string
  /** Describes the content of a cell. */
  help: string
  /** Whether a row without it is rejected. */
  needed: boolean
}

/** The rows of the template that describes the columns; the examples are rows of cells in the order of the columns. */
export function fieldRows<C extends ImportColumnShape>(
  columns: readonly C[],
  headingOf: (column: C) => string,
  examples: readonly (readonly string[])[],
): string[][] {
  return [
    ['Sarake', 'Mitä', 'Pakollinen', 'Mitä kirjoitetaan', 'Esimerkki'],
    ...columns.map((column, index) => [
      headingOf(column),
      column.label,
      column.needed ? 'kyllä' : '',
      column.help,
      examples.map((cells) => cells[index] ?? '').find((cell) => cell !== '') ?? '',
    ]),
  ]
}
