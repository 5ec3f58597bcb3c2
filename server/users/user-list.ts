import type { z } from 'zod'
import type { UserListRow, userListCall } from '#domain/calls/user-list.ts'
import { registry } from '#domain/registry.ts'
import { knownRoles, type Viewer } from '#domain/roles.ts'
import { likeText } from '../database/like.ts'
import { and, isReadable, newScope, readable } from '../jsonapi/conditions.ts'
import { type Model, resourceNamed } from '../jsonapi/model.ts'
import { rowsOf } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { param, type Sql, sql } from '../jsonapi/sql.ts'

type Asked = z.output<typeof userListCall.input>
type Found = Omit<UserListRow, 'tunniste' | 'asiakas' | 'user_roles'> & {
  numero: string
  user_roles: string[]
  asiakas_id: string | null
  asiakas_name: string | null
  kaikkiaan: number
}

const likely = (text: string): string => `%${likeText(text)}%`
const digits = (text: string): string => text.replace(/[\s-]/g, '').replace(/^0/, '')

/** The people that the viewer reaches, a page of them by name, with what their own profiles say and when they were last seen. */
export async function userList({ model, pool, rightsOf }: JsonApi, viewer: Viewer, asked: Asked) {
  const values: unknown[] = []
  const value = (one: unknown): Sql => param({ value: values.push(one) - 1 })
  const statement = listOf(model, rightsOf(viewer), asked, value)
  const rows = await rowsOf<Found>(pool, viewer, statement, values)
  return { data: rows.filter(({ id }) => id !== null).map(rowOf), meta: { count: rows[0]?.kaikkiaan ?? 0 } }
}

function listOf(model: Model, rights: ReturnType<JsonApi['rightsOf']>, asked: Asked, value: (one: unknown) => Sql): Sql {
  const scope = newScope(model, rights)
  const conditions = [
    readable(scope, resourceNamed(model, 'user'), 'u'),
    sql`u.status = ${value(Number(asked.status))}::int`,
    asked.rooli ? sql`u.user_roles @> ARRAY[${value(asked.rooli)}]::text[]` : null,
    asked.asiakas_id ? sql`pa.field_asiakas_id = ${value(asked.asiakas_id)}::uuid` : null,
    asked.q ? search(asked.q, value) : null,
  ]
  // Found first and counted, then what hangs on the page's rows; a page past the end still tells the count.
  return sql`WITH loydetyt AS (
      SELECT u.id, u.name, u.field_fullname, pa.field_asiakas_id, coalesce(py.field_puhelinnumero, pk.field_puhelinnumero, pa.field_puhelinnumero, '') AS puhelin,
        coalesce(pk.field_extra, false) AS field_extra, coalesce(pk.field_ammattipatevyys_voimassa, 0)::float8 AS field_ammattipatevyys_voimassa,
        coalesce(pk.field_digipiirturikortti_voimass, 0)::float8 AS field_digipiirturikortti_voimass
      FROM "user" u
      LEFT JOIN profile_yllapito py ON py.uid_id = u.id AND ${isReadable(scope, 'profile_yllapito', 'py')}
      LEFT JOIN profile_kuljettaja pk ON pk.uid_id = u.id AND ${isReadable(scope, 'profile_kuljettaja', 'pk')}
      LEFT JOIN profile_asiakas pa ON pa.uid_id = u.id AND u.user_roles @> '{asiakas}' AND ${isReadable(scope, 'profile_asiakas', 'pa')}
      WHERE ${and(conditions) ?? ''}
    ), sivu AS (
      SELECT * FROM loydetyt ORDER BY field_fullname, name, id LIMIT ${value(asked['page[limit]'])} OFFSET ${value(asked['page[offset]'])}
    )
    SELECT maara.kaikkiaan, u.id, u.drupal_internal__id::text AS numero, u.name, u.field_fullname, u.mail, u.user_roles, u.status::int AS status,
      a.id AS asiakas_id, a.name AS asiakas_name, sivu.puhelin, sivu.field_extra, sivu.field_ammattipatevyys_voimassa, sivu.field_digipiirturikortti_voimass,
      coalesce((SELECT max(i.kaytetty_viimeksi) FROM istunto i WHERE i.user_id = u.id), 0)::float8 AS nahty
    FROM (SELECT count(*)::int AS kaikkiaan FROM loydetyt) maara
    LEFT JOIN sivu ON true
    LEFT JOIN "user" u ON u.id = sivu.id
    LEFT JOIN asiakas a ON a.id = sivu.field_asiakas_id
    ORDER BY sivu.field_fullname, sivu.name, sivu.id`
}

/** Part of a name, sign-in name or address; a phone number with or without its spaces and its first nought. */
function search(q: string, value: (one: unknown) => Sql): Sql {
  const wanted = value(likely(q))
  const text = sql`u.field_fullname ILIKE ${wanted} OR u.name ILIKE ${wanted} OR u.mail ILIKE ${wanted}`
  if (!/^[\d\s+-]{3,}$/.test(q)) return sql`(${text})`
  return sql`(${text} OR coalesce(py.field_puhelinnumero, pk.field_puhelinnumero, pa.field_puhelinnumero) LIKE ${value(likely(digits(q)))})`
}

function rowOf({ kaikkiaan, numero, user_roles, asiakas_id, asiakas_name, ...row }: Found): UserListRow {
  return {
    ...row,
    tunniste: `${registry.user.tunniste.prefix}-${numero}`,
    user_roles: knownRoles(user_roles),
    asiakas: asiakas_id === null ? null : { id: asiakas_id, name: asiakas_name ?? '' },
  }
}
