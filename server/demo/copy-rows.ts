import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Column, columnsOf } from '#domain/columns.ts'
import type { BaseRow } from '#domain/define-entity.ts'
import { type EntityName, type Row, registry } from '#domain/registry.ts'
import type { Revision } from './book.ts'

const special = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** Text as COPY's text format writes it; most has nothing to escape, so look first. */
const escapeText = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(special, (character) => escapes[character] ?? character) : text

/** Lists hold ids, numbers and names of choices only: nothing in them needs quoting. */
function field(value: unknown, kind?: Column['kind']): string {
  if (kind === 'json') return escapeText(JSON.stringify(value))
  if (typeof value === 'string') return escapeText(value)
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return String(value)
}

const columns = new Map<EntityName, readonly Column[]>(Object.values(registry).map((entity) => [entity.name, columnsOf(entity)]))
const quoted = (name: string) => `"${name}"`

async function copy(client: pg.ClientBase, statement: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines, { objectMode: false }), client.query(copyFrom(statement)))
}

/** Some thousand characters at once: fewer, larger writes. */
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

export async function copyRows<N extends EntityName>(client: pg.ClientBase, name: N, rows: readonly (Row<N> & BaseRow)[]): Promise<void> {
  if (rows.length === 0) return
  const list = columns.get(name) ?? []
  const statement = `COPY ${quoted(name)} (${list.map((column) => quoted(column.name)).join(', ')}) FROM STDIN`
  const line = (row: object): string => {
    const values: Record<string, unknown> = { ...row }
    let text = ''
    for (const { key, kind } of list) text += text === '' ? field(values[key], kind) : `\t${field(values[key], kind)}`
    return `${text}\n`
  }
  await copy(client, statement, blocks<object>(rows, line))
}

/** The tables of orders' life, each after those that its rows refer to. */
export const orderTables = ['tilaus', 'toimituspoikkeama', 'lahetys', 'tuntituote', 'v_o_kuittaus'] as const

export async function copyRevisions(client: pg.ClientBase, revisions: readonly Revision[]): Promise<void> {
  const line = ({ entiteetti, rivi, vid, aika, kayttaja, syy, muutokset }: Revision): string =>
    `${entiteetti}\t${rivi}\t${vid}\t${aika}\t${field(kayttaja)}\t${field(syy)}\t${escapeText(JSON.stringify(muutokset))}\n`
  await copy(client, 'COPY revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset) FROM STDIN', blocks(revisions, line))
}
