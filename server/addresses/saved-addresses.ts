import type { SavedAddress } from '#domain/calls/addresses.ts'
import { type AddressKind, addressKinds, addressLabel } from '#domain/entities/address/address.label.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { likeText } from '../database/like.ts'
import { and, newScope, readable, seen, where } from '../jsonapi/conditions.ts'
import { type Model, quote, type Rights, resourceNamed } from '../jsonapi/model.ts'
import { rowsOf } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { join, param, raw, sql } from '../jsonapi/sql.ts'

type Wanted = {
  bundle: AddressKind
  /** Null: whatever the viewer reaches. */
  asiakas_id: string | null
  tyyppi?: string | undefined
  ids?: readonly string[] | undefined
  /** Lower-case parts of words, all of which the address has. */
  words?: readonly string[]
  limit: number
  offset: number
  /** Whether the answer tells how many there are in all. */
  counted: boolean
}
type Found = Omit<SavedAddress, 'bundle' | 'label'>

const shown = [
  'name',
  'tyyppi',
  'field_osoite_1',
  'field_osoite_2',
  'field_postinumero',
  'field_postitoimipaikka',
  'field_maa',
  'puhelin',
  'field_sahkopostiosoite',
  'field_verkkolaskuosoite',
  'field_valittaja',
  'oletus',
  'lat',
  'lng',
  'sijainti_arvio',
]

const pattern = (word: string): string => `%${likeText(word)}%`

/** The saved addresses that the viewer may read and asks for, those whose name begins with the first word first; in one statement. */
export async function savedAddresses(
  { pool, model, rightsOf }: JsonApi,
  viewer: Viewer,
  wanted: Wanted,
): Promise<{ data: SavedAddress[]; count: number }> {
  const { words = [] } = wanted
  const statement = statementOf(model, rightsOf(viewer), wanted)
  const [first = ''] = words
  const values = [wanted.asiakas_id, wanted.tyyppi, wanted.ids, wanted.limit, wanted.offset, pattern(first).slice(1), ...words.map(pattern)]
  const rows = await rowsOf<{ count: number; row: Found | null }>(pool, viewer, statement, values)
  const data = rows.flatMap(({ row }) => (row ? [{ bundle: wanted.bundle, label: addressLabel(row), ...row }] : []))
  return { data, count: rows[0]?.count ?? 0 }
}

function statementOf(model: Model, rights: Rights, { bundle, asiakas_id, tyyppi, ids, words = [], counted }: Wanted) {
  const resource = resourceNamed(model, bundle)
  const reach = rights.reach(bundle)
  if (reach.read === 'none') throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  const scope = newScope(model, rights)
  // Written as in the index (migration 0008).
  const searched = `lower(${addressKinds[bundle].fields.map((field) => `r.${quote(field)}`).join(" || ' ' || ")})`
  const condition = and([
    raw('r.status = 1'),
    readable(scope, resource, 'r'),
    asiakas_id === null ? null : sql`r.asiakas_id = ${param({ value: 0 })}::uuid`,
    tyyppi === undefined ? null : sql`r.tyyppi @> ARRAY[${param({ value: 1 })}::text]`,
    ids === undefined ? null : sql`r.id = ANY(${param({ value: 2 })}::uuid[])`,
    ...words.map((_, index) => sql`${searched} LIKE ${param({ value: 6 + index })}::text`),
  ])
  const begins = words.length === 0 ? raw('') : sql`lower(r.name) LIKE ${param({ value: 5 })}::text DESC, `
  const columns = shown
    .filter((key) => resource.columnByKey.has(key) && !reach.hide.has(key))
    .map((key) => raw(`'${key}', ${seen(reach, resource, key, 'r')}`))
  const table = sql`${resource.table} r${where(condition)}`
  const order = sql`${begins}r.name, r.id`
  const count = counted ? sql`(SELECT count(*)::int FROM ${table})` : raw('0')
  return sql`WITH page AS MATERIALIZED (
      SELECT r.id, row_number() OVER (ORDER BY ${order}) AS n FROM ${table}
      ORDER BY ${order} LIMIT ${param({ value: 3 })}::bigint OFFSET ${param({ value: 4 })}::bigint)
    SELECT total.count, CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, ${join(columns, ', ')}) END AS row
    FROM (SELECT ${count} AS count) total LEFT JOIN page ON true LEFT JOIN ${resource.table} r ON r.id = page.id
    ORDER BY page.n`
}
