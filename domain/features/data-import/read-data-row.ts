import { knownRoles, profileKindsOf } from '../../access/roles.ts'
import type { CellFault, ImportRow } from '../../model/import/import-table.ts'
import { formulaFault, isFormulaError, type ReadCell, readPostalCode } from '../../model/import/read-cells.ts'
import { readFieldCell } from '../../model/import/read-field.ts'
import { phone } from '../../values/checks.ts'
import { countries } from '../../values/place/countries.ts'
import { type DataColumn, fieldOf, type PartName } from './data-columns.ts'
import { type ImportKind, type ImportKindName, importKinds } from './import-kinds.ts'

/** The stored forms of a part's values by field: only of cells that have a text. */
export type PartValues = Readonly<Record<string, unknown>>
/** A row of the file as values of the entities that it makes. */
export type DataRow = {
  row: number
  parts: Readonly<Partial<Record<PartName, PartValues>>>
  /** The words that name its customer; '' for none. */
  customer: string
  faults: readonly CellFault[]
  /** Faults of a row that does not exist yet: of one that does, an empty cell changes nothing. */
  faultsOfNew: readonly CellFault[]
}

type Cells = { textOf: (name: string) => string; now: number }

/** A number of any country in the stored form, with the country's code beside it. */
function readPhone(text: string): ReadCell<PartValues> {
  if (isFormulaError(text)) return { fault: formulaFault(text) }
  const read = phone(text)
  if ('fault' in read) return read
  const codes = Object.values(countries).map(({ dialcode }) => dialcode)
  // No country's code begins with another one (E.164).
  const code = codes.find((dialcode) => read.value.startsWith(`+${dialcode}`))
  return { value: { field_puhelinnumero: read.value, ...(code === undefined ? {} : { field_puhelinnumero_maakoodi: code }) } }
}

function readColumn(column: DataColumn, text: string, { textOf, now }: Cells): ReadCell<PartValues> {
  if (column.kind === 'phone') return readPhone(text)
  // The country of an address stands in the column of the same part.
  const country = column.kind === 'postal code' ? textOf(column.name.replace(/postinumero$/, 'maa')) : ''
  const written = column.kind === 'postal code' ? readPostalCode(text, country) : text
  const read = readFieldCell(fieldOf(column.entity, column.field), written, now)
  return 'fault' in read ? read : { value: { [column.field]: read.value } }
}

/** Reads a row of a kind's file; whom it names and whether it exists is found out elsewhere. */
export function readDataRow(name: ImportKindName, { row, cells }: ImportRow, now: number): DataRow {
  const { columns }: ImportKind = importKinds[name]
  const texts = new Map(columns.map((column, index) => [column.name, cells[index] ?? '']))
  const textOf = (column: string): string => texts.get(column) ?? ''
  const parts: Partial<Record<PartName, PartValues>> = {}
  const faults: CellFault[] = []
  for (const column of columns) {
    const text = textOf(column.name)
    if (text === '' || column.kind === 'customer') continue
    const read = readColumn(column, text, { textOf, now })
    if ('fault' in read) faults.push({ row, column: column.name, message: read.fault })
    else parts[column.part] = { ...parts[column.part], ...read.value }
  }
  const needed = columns
    .filter((column) => column.needed && textOf(column.name) === '')
    .map((column) => ({ row, column: column.name, message: `Kirjoita ${column.heading.toLowerCase()}.` }))
  const own = kindFaults(name, { parts, textOf }).map(({ column, message }) => ({ row, column, message }))
  return { row, parts, customer: textOf('asiakas'), faults, faultsOfNew: [...needed, ...own] }
}

type Read = { parts: DataRow['parts']; textOf: Cells['textOf'] }
type ColumnFault = Pick<CellFault, 'column' | 'message'>

/** What a new row needs beyond its required columns. */
function kindFaults(name: ImportKindName, read: Read): ColumnFault[] {
  if (name === 'yhteyshenkilot') return contactFaults(read)
  if (name === 'kayttajat') return userFaults(read)
  return name === 'asiakkaat' ? customerFaults(read) : []
}

// Without either a contact can neither be reached nor recognised in the next file.
const contactFaults = ({ textOf }: Read): ColumnFault[] =>
  textOf('email') === '' && textOf('puhelin') === '' ? [{ column: 'email', message: 'Kirjoita sähköposti tai puhelin.' }] : []

const customerFaults = ({ parts, textOf }: Read): ColumnFault[] =>
  parts.kaynti && textOf('kayntiosoite') === '' ? [{ column: 'kayntiosoite', message: 'Kirjoita käyntiosoite.' }] : []

function userFaults({ parts, textOf }: Read): ColumnFault[] {
  const named = parts.rivi?.user_roles
  if (!Array.isArray(named)) return []
  const roles = knownRoles(named.map(String))
  if (roles.length === 0 && named.length > 0) return [{ column: 'roolit', message: 'Rooli Asiakas Ylläpito vaatii myös roolin Asiakas.' }]
  return profileKindsOf(roles).includes('asiakas') && textOf('asiakas') === ''
    ? [{ column: 'asiakas', message: 'Kirjoita asiakas, jonka käyttäjä hän on.' }]
    : []
}
