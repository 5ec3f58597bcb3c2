import { toNfc } from '../../values/nfc.ts'

export const maxImportRows = 5000
const count = new Intl.NumberFormat('fi-FI')
export const rowsAtOnce = `Yhdellä kertaa voi tuoda enintään ${count.format(maxImportRows)} riviä.`
export const maxImportBytes = 5 * 1024 * 1024
/** The length of the largest file in base64. */
export const maxImportBase64 = Math.ceil(maxImportBytes / 3) * 4

/** A cell's fault; column '' is the row as a whole. `row` is the row's number in the file; the headings are row 1. */
export type CellFault = { row: number; column: string; message: string }
/** A row of the file: its cells in the order of the import's columns, not of the file. */
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

/** The headings that an import knows. Plain data, as it is sent to worker processes. */
export type KnownHeadings = {
  /** The columns by their names, each with other headings that mean the same. */
  columns: readonly { name: string; aliases?: readonly string[] }[]
  /** Headings that no file may have, with the Finnish sentence about each. */
  refused?: Readonly<Record<string, string>>
}

/** Normalises `Nouto Postinro` to the form of the column names. */
export const headingKey = (text: string): string =>
  toNfc(text)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** The index of each heading's known column; -1 for an unknown one. */
export function columnsOfHeadings({ columns }: KnownHeadings, headings: readonly string[], choices: HeadingChoices = {}): number[] {
  const known = new Map(columns.flatMap(({ aliases = [] }, index) => aliases.map((alias) => [headingKey(alias), index])))
  columns.forEach(({ name }, index) => {
    known.set(name, index)
  })
  const chosen = new Map(Object.entries(choices).map(([heading, column]) => [headingKey(heading), column]))
  return headings.map((heading) => known.get(chosen.get(headingKey(heading)) ?? headingKey(heading)) ?? -1)
}

/** The extra column of a download of faulty rows: ignored without a question, so that the corrected file can be imported unchanged. */
export const faultsHeading = 'virheet'

const maxExamples = 3
const longestExample = 60

type Headings = { first: number; columns: readonly number[]; choices: HeadingChoices }

function unknownHeadings(lines: readonly (readonly string[])[], { first, columns, choices }: Headings) {
  const known = new Set(Object.keys(choices).map(headingKey))
  const headings = lines[first] ?? []
  const without = headings.flatMap((heading, index) =>
    columns[index] === -1 && !['', faultsHeading].includes(headingKey(heading)) ? [{ heading: heading.trim(), index }] : [],
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
      .filter(({ heading }) => !known.has(headingKey(heading)))
      .map(({ heading, index }): UnknownHeading => ({ heading, examples: examplesOf(index) })),
    leftOut: without.filter(({ heading }) => known.has(headingKey(heading))).map(({ heading }) => heading),
  }
}

function headingFault({ columns: known, refused = {} }: KnownHeadings, headings: readonly string[], columns: readonly number[]) {
  const [refusal] = headings.flatMap((heading) => (Object.hasOwn(refused, headingKey(heading)) ? [refused[headingKey(heading)]] : []))
  if (refusal !== undefined) return refusal
  if (columns.every((column) => column < 0))
    return 'Ensimmäisellä rivillä ei ole yhtään tuonnin otsikkoa. Lataa esimerkki ja käytä sen otsikoita.'
  const twice = columns.find((column, index) => column >= 0 && columns.indexOf(column) !== index)
  return twice === undefined ? null : `Sarake ${known[twice]?.name} on tiedostossa kahdesti.`
}

/**
 * Parses a file's cells into rows of the known columns. Rows without any text are left out; the others keep their numbers. Returns a
 * Finnish sentence when the file as a whole cannot be accepted.
 */
export function readTable(
  known: KnownHeadings,
  lines: readonly (readonly string[])[],
  choices: HeadingChoices = {},
): ImportTable | { fault: string } {
  const first = lines.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  const headings = lines[first]
  if (!headings) return { fault: 'Tiedosto on tyhjä.' }
  const columns = columnsOfHeadings(known, headings, choices)
  const fault = headingFault(known, headings, columns)
  if (fault !== null) return { fault }
  const places = known.columns.map((_, column) => columns.indexOf(column))
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
  const found = known.columns.filter((_, column) => columns.includes(column)).map(({ name }) => name)
  return { rows, found, ...unknownHeadings(lines, { first, columns, choices }), faults }
}
