import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { ExportFormat } from '#domain/features/exports/order-export.ts'
import { type exportRegisterCall, maxExportedRows } from '#domain/features/registers/export-register.ts'
import { fieldText, shownNumber } from '#domain/features/registers/field-text.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import type { Field } from '#domain/model/define-field.ts'
import { entityNamed } from '#domain/model/entity-named.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { headingOf, rowHeading } from '#domain/model/row-heading.ts'
import type { Context } from '#server/context.ts'
import { type AnyShape, isShapeOf, type Shape } from '#server/entities/engine.ts'
import type { TableCell, TableColumn } from '#server/platform/documents/table.ts'
import { type ExportFile, type ExportParts, makeExport } from '../exports/make-export.ts'

type ExportInput = z.output<typeof exportRegisterCall.input>
type ExportedColumn = {
  key: string
  label: string
  target: EntityName | null
  kind: TableColumn['kind']
  number: (value: unknown) => number
  text: (value: unknown) => string
}

const pageSize = 250
/** In an .xlsx file numbers and days are typed cells, so that they can be summed and sorted; 0 is an empty cell, as in the list. A CSV file has only texts. */
const sheetKinds: Partial<Record<Field['kind'], TableColumn['kind']>> = { integer: 'count', decimal: 'kilos', money: 'money', day: 'day' }

/** Times of day and lengths are texts: people read them, and sum neither. */
function sheetKind(field: Field): TableColumn['kind'] {
  if ('minutes' in field && field.minutes) return 'text'
  return 'shown' in field && field.shown ? 'kilos' : (sheetKinds[field.kind] ?? 'text')
}

const addressFields = ['name', 'field_osoite_1', 'field_osoite_2', 'field_postinumero', 'field_postitoimipaikka']
const relatedFields = (target: EntityName): string[] => (target === 'postiosoite' ? addressFields : ['name', headingOf(target)])

/** A related row in a file, as lists show it: an address in full, else the row's heading. */
function relatedText(target: EntityName, row: object): string {
  if (target !== 'postiosoite') return rowHeading(target, row)
  const text = (field: string) => String(Reflect.get(row, field) ?? '')
  const town = `${text('field_postinumero')} ${text('field_postitoimipaikka')}`.trim()
  return [text('field_osoite_1'), text('field_osoite_2'), town].filter(Boolean).join(', ') || text('name')
}

function columnOf(name: EntityName, key: string, viewer: Viewer): ExportedColumn {
  const { fields, relations }: Entity = registry[name]
  const isHidden = reachOf(name, viewer.roles).hide.has(key)
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  const relation = Object.hasOwn(relations, key) ? relations[key] : undefined
  if (!isHidden && key === 'name') return { key, label: 'Nimi', target: null, kind: 'text', number: Number, text: String }
  if (!isHidden && field) {
    const kind = sheetKind(field)
    const number = (value: unknown): number => shownNumber(field, value)
    return { key, label: field.label, target: null, kind, number, text: (value) => fieldText(field, value) }
  }
  const target = relation?.kind === 'one' ? entityNamed(relation.to) : null
  if (isHidden || !relation || !target)
    throw new RequestFault({ kind: 'bad_request', parameter: 'sarakkeet', detail: `Tuntematon sarake: ${key}.` })
  const text = (value: unknown): string => (typeof value === 'object' && value !== null ? relatedText(target, value) : '')
  return { key, label: relation.label, target, kind: 'text', number: Number, text }
}

/** The fields and relations that are read of the rows. */
function shapeOf(name: EntityName, columns: readonly ExportedColumn[]): Shape<EntityName> {
  const shape: AnyShape = {
    fields: columns.flatMap(({ key, target }) => (target ? [] : [key])),
    relations: Object.fromEntries(columns.flatMap(({ key, target }) => (target ? [[key, { fields: relatedFields(target) }]] : []))),
  }
  if (!isShapeOf(name, shape)) throw new Error(`A column is no field of ${name}: ${columns.map(({ key }) => key).join(', ')}`)
  return shape
}

const sheetCell = ({ kind, number, text }: ExportedColumn, value: unknown): TableCell =>
  kind === 'text' ? text(value) : number(value) || ''

type Listing = {
  viewer: Viewer
  name: EntityName
  columns: readonly ExportedColumn[]
  format: ExportFormat
  params: Readonly<Record<string, unknown>>
}

async function* cellsOf(
  { engine }: Context,
  client: PoolClient,
  { viewer, name, columns, format, params }: Listing,
): AsyncGenerator<TableCell[][], void, undefined> {
  let count = 0
  const pages = engine.listPages(client, viewer, name, { shape: shapeOf(name, columns), query: { wire: params }, size: pageSize })
  for await (const page of pages) {
    count += page.length
    if (count > maxExportedRows)
      throw new RequestFault({
        kind: 'bad_request',
        parameter: 'filter',
        detail: 'Tiedostoon mahtuu enintään 20 000 riviä. Rajaa luetteloa.',
      })
    yield page.map((row) => {
      const values: Readonly<Record<string, unknown>> = row
      return columns.map((column) => {
        const value = values[column.key] ?? ''
        return format === 'csv' ? column.text(value) : sheetCell(column, value)
      })
    })
  }
}

/** The rows of a list that the viewer may read, as a CSV or .xlsx file (rules/exports.md#registers). */
export async function exportRegister(
  parts: ExportParts,
  viewer: Viewer,
  { input, signal }: { input: ExportInput; signal: AbortSignal },
): Promise<ExportFile> {
  const { tyyppi, sarakkeet, muoto: format, ...params } = input
  const name = entityNamed(tyyppi)
  if (!name) throw new RequestFault({ kind: 'bad_request', parameter: 'tyyppi', detail: `Tuntematon tyyppi: ${tyyppi}.` })
  const columns = sarakkeet.map((key) => columnOf(name, key, viewer))
  const listing = { viewer, name, columns, format, params: { 'filter[status]': 1, ...params } }
  const headings = columns.map(({ label, kind }): TableColumn => ({ header: label, width: 24, kind: format === 'csv' ? 'text' : kind }))
  const read = (client: PoolClient) => cellsOf(parts, client, listing)
  return makeExport(parts, { format, columns: headings, read, userId: viewer.userId, signal })
}
