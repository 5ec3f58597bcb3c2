import type { Tuote } from '../../entities/product/product.entity.ts'
import { lahetys } from '../../entities/shipment/shipment.entity.ts'
import { requiredPlaceTexts, type StrictContext, type StrictShipment, strictFaults } from '../../entities/shipment/shipment.strict.ts'
import type { CellFault, ImportRow } from '../../model/import/import-table.ts'
import {
  bareNumber,
  formulaFault,
  isFormulaError,
  type ReadCell,
  readChoice,
  readDay,
  readMoment,
  readPostalCode,
} from '../../model/import/read-cells.ts'
import { productTypes, showDimension, sizeDecimals, storedSize } from '../../values/limits.ts'
import { numberFault, parseNumber } from '../../values/number.ts'
import { ends } from '../../values/place/place.ts'
import { formatDate, formatTime } from '../../values/time/helsinki-clock.ts'
import { columnNames, columnOf, type ImportColumn, importColumns, oneOf, type ShipmentField } from './order-columns.ts'

/** The fields of a saved product that a row of the import uses. */
export type ImportProduct = Pick<Tuote, 'id' | 'name' | 'tyyppi' | 'pituus' | 'leveys' | 'korkeus' | 'paino' | 'kuvaus'> & {
  tunniste: string
}
/** Finds the product that a row names: the product, or how many share the name. */
export type FindProduct = (named: string) => ImportProduct | number

/**
 * A row's shipment, with the attributes of a JSON:API POST: missing fields get the entity's defaults.
 * Texts, countries, phones and the like are not checked here: the entity's own checks report their faults.
 */
export type ImportShipment = {
  row: number
  order: string
  attributes: Partial<Record<ShipmentField, string | number>>
  tuote: string | null
}

export const missingType = `Valitse tavaralaji: ${oneOf(productTypes)}.`

type CellOf = (name: string) => string

/** The wished day of the row; 0 when it has none, or one that cannot be read, which is reported at its own cell. */
function dayAt(cellOf: CellOf, now: number): number {
  const read = readDay(cellOf('toivottu_toimitus'), now)
  return 'value' in read ? read.value : 0
}

function readCell(column: ImportColumn, text: string, cellOf: CellOf, now: number): ReadCell<string | number> | null {
  if (text === '') return null
  if (isFormulaError(text)) return { fault: formulaFault(text) }
  switch (column.kind) {
    case 'order':
    case 'product':
      return null
    case 'text':
      return { value: text }
    case 'postal code':
      return { value: readPostalCode(text, cellOf(column.country)) }
    case 'day':
      return readDay(text, now)
    case 'moment':
      return readMoment(text, dayAt(cellOf, now), now)
    case 'minutes': {
      const value = parseNumber(text, 0)
      return value === null ? { fault: numberFault(text, 0) ?? '' } : { value }
    }
    case 'choice':
      return { value: readChoice(lahetys.fields[column.field].values, text) }
    case 'size': {
      const decimals = sizeDecimals[column.size]
      const bare = bareNumber(text)
      const value = parseNumber(bare, decimals)
      return value === null ? { fault: numberFault(bare, decimals) ?? '' } : { value: storedSize(column.size, value) }
    }
  }
}

/** The product fills the empty cells of the row (as on the form: rules/order-import.md#products). */
const fromProduct = ({ tyyppi, pituus, leveys, korkeus, paino, kuvaus }: ImportProduct): ImportShipment['attributes'] => ({
  tyyppi,
  pituus,
  leveys,
  korkeus,
  yksikkopaino: paino,
  kuvaus,
})

function productOf(named: string, find: FindProduct): { product: ImportProduct | null; fault: string | null } {
  if (named === '' || isFormulaError(named)) return { product: null, fault: null }
  const found = find(named)
  if (typeof found === 'object') return { product: found, fault: null }
  const fault = found === 0 ? `Tuotetta ${named} ei löydy.` : `Tuotteita nimeltä ${named} on ${found}. Kirjoita tuotteen tunniste.`
  return { product: null, fault }
}

/** `isStaff`: an administrator imports. */
type RowContext = StrictContext & { isStaff?: boolean }

const staffOnlyFault = 'Vain ylläpito voi antaa tämän. Tyhjennä solu.'

/** Reads a row: its shipment, and the faults of its cells found before the registry's own rules are applied. */
export function readRow(
  { row, cells }: ImportRow,
  find: FindProduct,
  context: RowContext,
): { shipment: ImportShipment; faults: CellFault[] } {
  const cellOf: CellOf = (name) => cells[columnNames.indexOf(name)] ?? ''
  const { product, fault } = productOf(cellOf('tuote'), find)
  const faultOf = new Map<string, string>()
  if (fault) faultOf.set('tuote', fault)
  const attributes: ImportShipment['attributes'] = product ? fromProduct(product) : {}
  importColumns.forEach((column, index) => {
    const read = readCell(column, cells[index] ?? '', cellOf, context.now)
    if (!read) return
    if (column.staffOnly && !context.isStaff) faultOf.set(column.name, staffOnlyFault)
    else if ('fault' in read) faultOf.set(column.name, read.fault)
    else if ('field' in column) attributes[column.field] = read.value
  })
  for (const end of ends)
    for (const [part, message] of Object.entries(requiredPlaceTexts))
      if (cellOf(`${end}_${part}`) === '') faultOf.set(`${end}_${part}`, message)
  // The limits depend on the kind, so a missing kind is not guessed. Not reported for an unknown product, which could have had a kind.
  if (attributes.tyyppi === undefined && !faultOf.has('tyyppi') && fault === null) faultOf.set('tyyppi', missingType)
  for (const { field, detail } of strictFaults(strictShipmentOf(attributes, faultOf), context)) {
    const column = columnOf(field)
    // An unknown product could have had the missing sizes.
    if (!faultOf.has(column) && !(fault && cellOf(column) === '')) faultOf.set(column, detail)
  }
  return {
    shipment: { row, order: cellOf('tilaus'), attributes, tuote: product?.id ?? null },
    faults: [...faultOf].map(([column, message]) => ({ row, column, message })),
  }
}

function strictShipmentOf(attributes: ImportShipment['attributes'], faultOf: ReadonlyMap<string, string>): StrictShipment {
  const { fields } = lahetys
  const numberAt = (field: ShipmentField): number | undefined => {
    const value = attributes[field]
    return typeof value === 'number' ? value : undefined
  }
  const kinds = Object.keys(fields.tyyppi.values) as (keyof typeof fields.tyyppi.values)[]
  const tyyppi = faultOf.has('tyyppi') ? undefined : kinds.find((kind) => kind === attributes.tyyppi)
  const known: StrictShipment = { maara: numberAt('maara') ?? fields.maara.default, toivottu_toimitus: numberAt('toivottu_toimitus') ?? 0 }
  if (tyyppi !== undefined) known.tyyppi = tyyppi
  for (const field of ['pituus', 'leveys', 'korkeus', 'yksikkopaino'] as const) {
    const value = numberAt(field)
    if (value !== undefined) known[field] = value
  }
  return known
}

/** The rows grouped by order, in the order of each first row in the file (rules/order-import.md#rows-of-one-order, `tilaus`). */
export function ordersOf<S extends Pick<ImportShipment, 'row' | 'order'>>(shipments: readonly S[]): S[][] {
  return [...Map.groupBy(shipments, ({ row, order }) => (order === '' ? row : order)).values()]
}

/** A shipment as cells of the import, which `readRow` can read. */
export function cellsOf(
  attributes: Readonly<Partial<Record<ShipmentField, string | number>>>,
  { order = '', product = '' }: { order?: string; product?: string } = {},
): string[] {
  return importColumns.map((column) => {
    if (!('field' in column)) return column.kind === 'order' ? order : product
    const value = attributes[column.field]
    if (value === undefined || value === '') return ''
    if (column.kind === 'day') return formatDate(Number(value))
    if (column.kind === 'moment') return `${formatDate(Number(value))} ${formatTime(Number(value))}`
    return column.kind === 'size' ? showDimension(column.size, Number(value)).replace(/\s(cm|kg|kpl)$/, '') : String(value)
  })
}
