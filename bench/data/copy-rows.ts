import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Column, columnsOf } from '#domain/model/columns.ts'
import type { BaseRow } from '#domain/model/define-entity.ts'
import { type EntityName, type Row, registry } from '#domain/model/registry.ts'

const special = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** Text as COPY's text format writes it. */
const escapeText = (text: string): string => text.replace(special, (character) => escapes[character] ?? character)

/** Lists hold ids, numbers and names of choices only: nothing in them needs quoting. */
function cell(value: unknown, kind?: Column['kind']): string {
  if (kind === 'json') return escapeText(JSON.stringify(value))
  if (typeof value === 'string') return escapeText(value)
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return String(value)
}

/** Yields some thousand characters at a time, for fewer and larger writes. */
function* blocks<T>(rows: readonly T[], line: (row: T) => string): Generator<string> {
  let block = ''
  for (const row of rows) {
    block += line(row)
    if (block.length < 65_536) continue
    yield block
    block = ''
  }
  if (block !== '') yield block
}

async function copy(client: PoolClient, statement: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines, { objectMode: false }), client.query(copyFrom(statement)))
}

const columns = new Map<EntityName, readonly Column[]>(Object.values(registry).map((entity) => [entity.name, columnsOf(entity)]))

export async function copyRows<N extends EntityName>(client: PoolClient, name: N, rows: readonly (Row<N> & BaseRow)[]): Promise<void> {
  const list = columns.get(name) ?? []
  const line = (row: object): string => {
    const values: Record<string, unknown> = { ...row }
    return `${list.map(({ key, kind }) => cell(values[key], kind)).join('\t')}\n`
  }
  await copy(client, `COPY "${name}" (${list.map((column) => `"${column.name}"`).join(', ')}) FROM STDIN`, blocks<object>(rows, line))
}

/** Technical columns and running numbers are not part of a revision. */
const unrevised = new Set(['id', 'drupal_internal__id', 'vid', 'created', 'changed', 'revision_created', 'revision_log_message'])
const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === null || value === false || (Array.isArray(value) && value.length === 0)

/** The first revision of each row, as the engine writes it for a new row. */
export async function copyFirstRevisions<N extends EntityName>(
  client: PoolClient,
  name: N,
  { rows, by }: { rows: readonly (Row<N> & BaseRow)[]; by: string },
): Promise<void> {
  const keys = (columns.get(name) ?? []).filter(({ key, kind }) => !unrevised.has(key) && kind !== 'sequence').map(({ key }) => key)
  const line = (row: BaseRow): string => {
    const values: Record<string, unknown> = { ...row }
    const changes = keys.filter((key) => !isEmpty(values[key])).map((key) => [key, [null, values[key]]])
    const cells = [name, row.id, row.vid, row.changed, by, row.revision_log_message, JSON.stringify(Object.fromEntries(changes))]
    return `${cells.map((value) => cell(value)).join('\t')}\n`
  }
  await copy(client, 'COPY revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset) FROM STDIN', blocks<BaseRow>(rows, line))
}
