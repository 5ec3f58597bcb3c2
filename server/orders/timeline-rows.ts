import { trackingLinkCall } from '#domain/calls/order-tracking.ts'
import type { Role, Viewer } from '#domain/roles.ts'
import type { Mailed } from '#domain/timeline/sent-mail.ts'
import type { Failed, Point } from '#domain/timeline/timeline.ts'
import { and, isReadable, newScope, readable, where } from '../jsonapi/conditions.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { rowsOf } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { join, param, raw, type Sql, sql } from '../jsonapi/sql.ts'

/** What an order's timeline is told from, as far as the viewer reads it; a statement each. */

/** `nimi` is '' when the viewer does not read who it was; both are null when the system itself did it. */
export type FoundWho = { nimi: string | null; roolit: Role[] | null }
export type FoundMail = Mailed & FoundWho
export type FoundRevision = FoundWho & {
  id: number
  tapahtuma: string
  aika: number
  kayttaja: string | null
  entiteetti: string
  rivi: string
  vid: number
  syy: string
  muutokset: Record<string, [from: unknown, to: unknown]>
}
type Written = { id: string; laitteen_aika: number; lat: number | null; lng: number | null; lahetykset: string[] }
export type FoundAcknowledgement = Written & {
  nimenselvennys: string
  tarkiste: string
  /** The signature's file: its id and the sum of its bytes. */
  kuittaus: string | null
  sormenjalki: string | null
}
export type FoundFailure = Written & Pick<Failed, 'syy' | 'selite' | 'kuvat'>

// An order has tens of revisions and a few of the others; a longer story is told from its end.
const most = 1000

const ids = sql`${param({ value: 0 })}::uuid[]`

export function readRevisions(parts: JsonApi, viewer: Viewer, rows: readonly string[]): Promise<FoundRevision[]> {
  const scope = newScope(parts.model, parts.rightsOf(viewer))
  const seen = isReadable(scope, 'user', 'u')
  return rowsOf(
    parts.pool,
    viewer,
    sql`SELECT r.id::float8 AS id, r.tapahtuma::text AS tapahtuma, r.aika::float8 AS aika, r.kayttaja, r.entiteetti, r.rivi,
        r.vid::float8 AS vid, r.syy, r.muutokset, u.user_roles AS roolit,
        CASE WHEN ${seen} THEN coalesce(nullif(u.field_fullname, ''), u.name) ELSE '' END AS nimi
      FROM revisio r LEFT JOIN "user" u ON u.id = r.kayttaja WHERE r.rivi = ANY(${ids})
      ORDER BY r.aika DESC, r.id DESC LIMIT ${String(most)}`,
    [rows],
  )
}

// As whom a customer reads the people whose mails they are told of.
const companysAdministrator: readonly Role[] = ['asiakas', 'asiakas_yllapito']

/**
 * Mails with the order's tracking link or its papers; whether the order is the viewer's, the caller has asked. Links are told
 * to those who may send them. A driver, whose only some of the shipments may be, hears of the papers that they sent themselves,
 * a customer of those that their company's people sent: to whom the house sends them is the house's.
 */
export function readSentMails(parts: JsonApi, viewer: Viewer, order: string): Promise<FoundMail[]> {
  const scope = newScope(parts.model, parts.rightsOf(viewer))
  const seen = isReadable(scope, 'user', 'u')
  const senders = (): Sql => {
    if (viewer.roles.includes('yllapito')) return raw('true')
    if (!viewer.roles.includes('asiakas')) return sql`p.lahettaja_id = ${param({ viewer: 'me' })}`
    return isReadable(newScope(parts.model, parts.rightsOf({ ...viewer, roles: companysAdministrator })), 'user', 'u')
  }
  const mayFollow = trackingLinkCall.roles.some((role) => viewer.roles.includes(role))
  const told = sql`(p.laji = 'rahtikirja' AND ${senders()}${mayFollow ? " OR p.laji = 'seurantalinkki'" : ''})`
  return rowsOf(
    parts.pool,
    viewer,
    sql`SELECT p.id, p.luotu::float8 AS aika, p.laji, p.muoto, p.vastaanottaja, p.tila, u.user_roles AS roolit,
        CASE WHEN ${seen} THEN coalesce(nullif(u.field_fullname, ''), u.name) ELSE '' END AS nimi
      FROM lahteva_posti p LEFT JOIN "user" u ON u.id = p.lahettaja_id WHERE p.tilaus_id = ${param({ value: 0 })}::uuid AND ${told}
      ORDER BY p.luotu DESC, p.id DESC LIMIT ${String(most)}`,
    [order],
  )
}

const written = `r.id, r.laitteen_aika::float8 AS laitteen_aika, r.lat, r.lng, r.lahetykset_ids AS lahetykset`

function hangingOn({ model, rightsOf }: JsonApi, viewer: Viewer, name: 'v_o_kuittaus' | 'toimituspoikkeama'): Sql {
  const resource = resourceNamed(model, name)
  const scope = newScope(model, rightsOf(viewer))
  const condition = where(and([sql`r.status = 1 AND r.lahetykset_ids && ${ids}`, readable(scope, resource, 'r')]))
  return sql`${condition} ORDER BY r.created DESC, r.id DESC LIMIT ${String(most)}`
}

export const readAcknowledgements = (parts: JsonApi, viewer: Viewer, shipments: readonly string[]): Promise<FoundAcknowledgement[]> =>
  rowsOf(
    parts.pool,
    viewer,
    sql`SELECT ${written}, r.nimenselvennys, r.tarkiste, r.kuittaus_id AS kuittaus, f.tarkiste AS sormenjalki
      FROM v_o_kuittaus r LEFT JOIN file f ON f.id = r.kuittaus_id${hangingOn(parts, viewer, 'v_o_kuittaus')}`,
    [shipments],
  )

export const readFailures = (parts: JsonApi, viewer: Viewer, shipments: readonly string[]): Promise<FoundFailure[]> =>
  rowsOf(
    parts.pool,
    viewer,
    sql`SELECT ${written}, r.syy, r.selite, r.kuvat_ids AS kuvat FROM toimituspoikkeama r${hangingOn(parts, viewer, 'toimituspoikkeama')}`,
    [shipments],
  )

const named = { user: `coalesce(nullif(r.field_fullname, ''), r.name)`, auto: 'r.rekisterinumero', postiosoite: 'r.name' } as const

/** What people call the drivers, cars and places that changes point at: those that the viewer reads. */
export async function readNames(parts: JsonApi, viewer: Viewer, wanted: readonly string[]): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const scope = newScope(parts.model, parts.rightsOf(viewer))
  const selects = Object.entries(named).map(([name, expression]) => {
    const resource = resourceNamed(parts.model, name)
    return sql`SELECT r.id, ${expression} AS nimi FROM ${resource.table} r${where(and([sql`r.id = ANY(${ids})`, readable(scope, resource, 'r')]))}`
  })
  const rows = await rowsOf<{ id: string; nimi: string }>(parts.pool, viewer, join(selects, ' UNION ALL '), [wanted])
  return new Map(rows.map(({ id, nimi }) => [id, nimi]))
}

export const pointOf = ({ lat, lng }: { lat: number | null; lng: number | null }): Point =>
  lat === null || lng === null ? null : { lat, lng }
