import { columnNames } from './order-columns.ts'

export const mostImportRows = 5000
const count = new Intl.NumberFormat('fi-FI')
export const rowsAtOnce = `Yhdellä kertaa voi tuoda enintään ${count.format(mostImportRows)} riviä.`
export const mostImportBytes = 5 * 1024 * 1024

/** A cell's fault; '' as the column is the row as a whole. `row` is the row's number in the file, the headings' row being 1. */
export type CellFault = { row: number; column: string; message: string }
/** A row of the file: its cells in the order of `importColumns`, whatever the order in the file. */
export type ImportRow = { row: number; cells: string[] }
export type ImportTable = { rows: ImportRow[]; unknown: string[]; faults: CellFault[] }

/** `Nouto Postinro` as it stands in the column table. */
const headingOf = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** The known column of each heading; -1 is unknown. */
export const columnsOfHeadings = (headings: readonly string[]): number[] =>
  headings.map((heading) => columnNames.indexOf(headingOf(heading)))

/**
 * Reads a file's cells as rows of the known columns; rows without any text are left out, and keep their numbers. Gives a
 * Finnish sentence when the file as a whole cannot be taken.
 */
export function readTable(lines: readonly (readonly string[])[]): ImportTable | { fault: string } {
  const first = lines.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  const headings = lines[first]
  if (!headings) return { fault: 'Tiedosto on tyhjä.' }
  const columns = columnsOfHeadings(headings)
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
  if (rows.length > mostImportRows) return { fault: `Tiedostossa on ${count.format(rows.length)} riviä. ${rowsAtOnce}` }
  return { rows, unknown: headings.filter((heading, index) => columns[index] === -1 && heading.trim() !== ''), faults }
}
