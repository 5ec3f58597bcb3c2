import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { knownRoles, staffRoles, type Viewer } from '#domain/access/roles.ts'
import { expiringFields, type UserListRow, type UserSort, type userListCall } from '#domain/features/users/user-list.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { firstValidMoment } from '#domain/values/time/time.ts'
import { db } from '#server/platform/database/query.ts'
import type { Context } from '../context.ts'
import type { Engine } from '../entities/engine.ts'
import { likeText } from '../platform/database/like.ts'

type Input = z.output<typeof userListCall.input>
type UserRow = Omit<UserListRow, 'tunniste' | 'asiakas' | 'user_roles'> & {
  numero: string
  user_roles: string[]
  asiakas_id: string | null
  asiakas_name: string | null
  kaikkiaan: number
}

const likely = (text: string): string => `%${likeText(text)}%`
const digits = (text: string): string => text.replace(/[\s-]/g, '').replace(/^0/, '')

/** A page of the users that the viewer may read, by name, with values of their profiles and the time of their last call. */
export async function userList({ engine }: Context, viewer: Viewer, input: Input) {
  const statement = listOf(engine, viewer, input)
  const rows = await engine.query(viewer, { compile: () => statement.compile(db) })
  return { data: rows.filter(({ id }) => id !== null).map(rowOf), meta: { count: rows[0]?.kaikkiaan ?? 0 } }
}

function listOf(engine: Engine, viewer: Viewer, input: Input): RawBuilder<UserRow> {
  const isReadable = (entity: EntityName, alias: string) => engine.isReadable(viewer, entity, alias)
  const conditions = [
    isReadable('user', 'u'),
    sql`u.status = ${Number(input.status)}::int`,
    input.henkilosto ? sql`u.user_roles && ${sql.val([...staffRoles])}::text[]` : sql.lit(true),
    input.rooli ? sql`u.user_roles @> ARRAY[${input.rooli}]::text[]` : sql.lit(true),
    input.asiakas_id ? sql`pa.field_asiakas_id = ${input.asiakas_id}::uuid` : sql.lit(true),
    input.q ? search(input.q) : sql.lit(true),
    ...expiringFields.flatMap((field) => {
      const until = input[field]
      return until === undefined ? [] : sql<boolean>`${sql.ref(`pk.${field}`)} BETWEEN ${firstValidMoment} AND ${until}`
    }),
  ]
  // First the found users are counted, then the page's rows are joined with related rows; a page past the end still has the count.
  return sql<UserRow>`WITH loydetyt AS (
      SELECT u.id, u.name, u.field_fullname, u.mail, array_to_string(u.user_roles, ',') AS user_roles, ${seen} AS nahty, pa.field_asiakas_id, coalesce(py.field_puhelinnumero, pk.field_puhelinnumero, pa.field_puhelinnumero, '') AS puhelin,
        coalesce(pk.field_extra, false) AS field_extra, coalesce(pk.field_ammattipatevyys_voimassa, 0)::float8 AS field_ammattipatevyys_voimassa,
        coalesce(pk.field_digipiirturikortti_voimass, 0)::float8 AS field_digipiirturikortti_voimass
      FROM "user" u
      LEFT JOIN profile_yllapito py ON py.uid_id = u.id AND ${isReadable('profile_yllapito', 'py')}
      LEFT JOIN profile_kuljettaja pk ON pk.uid_id = u.id AND ${isReadable('profile_kuljettaja', 'pk')}
      LEFT JOIN profile_asiakas pa ON pa.uid_id = u.id AND u.user_roles @> '{asiakas}' AND ${isReadable('profile_asiakas', 'pa')}
      WHERE ${sql.join(conditions, sql` AND `)}
    ), sivu AS (
      SELECT *, row_number() OVER (ORDER BY ${orderOf(input.sort)}) AS sija FROM loydetyt
      ORDER BY sija LIMIT ${input['page[limit]']} OFFSET ${input['page[offset]']}
    )
    SELECT maara.kaikkiaan, u.id, u.drupal_internal__id::text AS numero, u.name, u.field_fullname, u.mail, u.user_roles, u.status::int AS status,
      a.id AS asiakas_id, a.name AS asiakas_name, sivu.puhelin, sivu.field_extra, sivu.field_ammattipatevyys_voimassa, sivu.field_digipiirturikortti_voimass,
      sivu.nahty
    FROM (SELECT count(*)::int AS kaikkiaan FROM loydetyt) maara
    LEFT JOIN sivu ON true
    LEFT JOIN "user" u ON u.id = sivu.id
    LEFT JOIN asiakas a ON a.id = sivu.field_asiakas_id
    ORDER BY sivu.sija`
}

const seen = sql`coalesce((SELECT max(i.kaytetty_viimeksi) FROM istunto i WHERE i.user_id = u.id), 0)::float8`
const texts: readonly string[] = ['mail', 'puhelin', 'user_roles']

/** By name among equals; people without a value last. */
function orderOf(sort: UserSort): RawBuilder<unknown> {
  const direction = sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC')
  const byName = sql`field_fullname, name, id`
  if (sort.endsWith('field_fullname')) return sql`field_fullname ${direction}, name, id`
  const field = sort.replace('-', '')
  return sql`nullif(${sql.ref(field)}, ${sql.lit(texts.includes(field) ? '' : 0)}) ${direction} NULLS LAST, ${byName}`
}

/** Matches a part of a name, sign-in name or mail address; or of a phone number, with or without its spaces and its leading zero. */
function search(q: string): RawBuilder<boolean> {
  const pattern = likely(q)
  const text = sql`u.field_fullname ILIKE ${pattern} OR u.name ILIKE ${pattern} OR u.mail ILIKE ${pattern}`
  if (!/^[\d\s+-]{3,}$/.test(q)) return sql<boolean>`(${text})`
  return sql<boolean>`(${text} OR coalesce(py.field_puhelinnumero, pk.field_puhelinnumero, pa.field_puhelinnumero) LIKE ${likely(digits(q))})`
}

function rowOf({ kaikkiaan, numero, user_roles, asiakas_id, asiakas_name, ...row }: UserRow): UserListRow {
  return {
    ...row,
    tunniste: `${registry.user.tunniste.prefix}-${numero}`,
    user_roles: knownRoles(user_roles),
    asiakas: asiakas_id === null ? null : { id: asiakas_id, name: asiakas_name ?? '' },
  }
}
