import { toNfc } from '../../values/nfc.ts'
import { columnNames } from './order-columns.ts'

export const maxImportRows = 5000
const count = new Intl.NumberFormat('fi-FI')
export const rowsAtOnce = `Yhdellä kertaa voi tuoda enintään ${count.format(maxImportRows)} riviä.`
export const maxImportBytes = 5 * 1024 * 1024

/** A cell's fault; column '' is the row as a whole. `row` is the row's number in the file; the headings are row 1. */
export type CellFault = { row: number; column: string; message: string }
/** A row of the file: its cells in the order of `importColumns`, not of the file. */
export type ImportRow = { row: number; cells: string[] }
/** A heading that the importer does not know, with examples of the texts below it. */
export type UnknownHeading = { heading: string; examples: string[] }
/** The person's choices for unknown headings: the known column of each; '' leaves it out. */
export type HeadingChoices = Readonly<Record<string, string>>
export type ImportTable = {
  rows: ImportRow[]
  /** The known columns in the file. */
  found: string[]
  /** Headings without a choice, and those that were left out. */
  unknown: UnknownHeading[]
  leftOut: string[]
  faults: CellFault[]
}

/** Normalises `Nouto Postinro` to the form of the column names. */
const headingOf = (text: string): string =>
  toNfc(text)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** The index of each heading's known column; -1 for an unknown one. */
export function columnsOfHeadings(headings: readonly string[], choices: HeadingChoices = {}): number[] {
  const chosen = new Map(Object.entries(choices).map(([heading, column]) => [headingOf(heading), column]))
  return headings.map((heading) => columnNames.indexOf(chosen.get(headingOf(heading)) ?? headingOf(heading)))
}

/** The extra column of a download of faulty rows: ignored without a question, so that the corrected file can be imported unchanged. */
export const faultsHeading = 'virheet'

const maxExamples = 3
const longestExample = 60

function unknownHeadings(lines: readonly (readonly string[])[], first: number, columns: readonly number[], choices: HeadingChoices) {
  const known = new Set(Object.keys(choices).map(headingOf))
  const headings = lines[first] ?? []
  const without = headings.flatMap((heading, index) =>
    columns[index] === -1 && !['', faultsHeading].includes(headingOf(heading)) ? [{ heading: heading.trim(), index }] : [],
  )
  const examplesOf = (index: number): string[] => {
    const texts = new Set<string>()
    for (let line = first + 1; line < lines.length && texts.size < maxExamples; line++) {
      const text = (lines[line]?.[index] ?? '').trim()
      if (text !== '') texts.add(text.slice(0, longestExample))
    }
    return [...texts]
  }
  return {
    unknown: without
      .filter(({ heading }) => !known.has(headingOf(heading)))
      .map(({ heading, index }): UnknownHeading => ({ heading, examples: examplesOf(index) })),
    leftOut: without.filter(({ heading }) => known.has(headingOf(heading))).map(({ heading }) => heading),
  }
}

/**
 * Parses a file's cells into rows of the known columns. Rows without any text are left out; the others keep their numbers. Returns a
 * Finnish sentence when the file as a whole cannot be accepted.
 */
export function readTable(lines: readonly (readonly string[])[], choices: HeadingChoices = {}): ImportTable | { fault: string } {
  const first = lines.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  const headings = lines[first]
  if (!headings) return { fault: 'Tiedosto on tyhjä.' }
  const columns = columnsOfHeadings(headings, choices)
  if (columns.every((column) => column < 0))
    return { fault: 'Ensimmäisellä rivillä ei ole yhtään tuonnin otsikkoa. Lataa esimerkki ja käytä sen otsikoita.' }
  const twice = columns.find((column, index) => column >= 0 && columns.indexOf(column) !== index)
  if (twice !== undefined) return { fault: `Sarake ${columnNames[twice]} on tiedostossa kahdesti.` }
  const places = columnNames.map((_, column) => columns.indexOf(column))
  const rows: ImportRow[] = []
  const faults: CellFault[] = []
  for (let index = first + 1; index < lines.length; index++) {
    const line = lines[index] ?? []
    if (line.every((cell) => cell.trim() === '')) continue
    const row = index + 1
    rows.push({ row, cells: places.map((place) => (line[place] ?? '').trim()) })
    if (line.slice(headings.length).some((cell) => cell.trim() !== ''))
      faults.push({ row, column: '', message: 'Rivillä on enemmän soluja kuin otsikoita. Tarkista erotin ja lainausmerkit.' })
  }
  if (rows.length === 0) return { fault: 'Tiedostossa on vain otsikot.' }
  if (rows.length > maxImportRows) return { fault: `Tiedostossa on ${count.format(rows.length)} riviä. ${rowsAtOnce}` }
  const found = columnNames.filter((_, column) => columns.includes(column))
  return { rows, found, ...unknownHeadings(lines, first, columns, choices), faults }
}
