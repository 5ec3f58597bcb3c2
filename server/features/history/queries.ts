import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Pool } from 'pg'
import type { Role, Viewer } from '#domain/access/roles.ts'
import type { SentMail } from '#domain/features/history/sent-mail.ts'
import { trackingLinkCall } from '#domain/features/tracking/order-tracking.ts'
import { linesOf } from '#domain/model/references/lines-of.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { anyOf, asBoolean, db, runQuery } from '#server/platform/database/query.ts'

// The parts of an order's timeline that the viewer may read, one statement each; at the end, the history of a row.

/** `nimi` is '' when the viewer may not read the user; both are null when the system made the change. */
export type AuthorRow = { nimi: string | null; roolit: Role[] | null; puhelin: string | null }
export type SentMailRow = SentMail & Omit<AuthorRow, 'puhelin'>

// An order has tens of revisions and a few of the other rows; of a longer history the newest part is read.
const maxRows = 1000

/** The user `u`, who is missing when the system made the change. */
const person = expressionBuilder<{ u: { name: string | null; field_fullname: string | null } }, 'u'>()
const fullName = person.fn.coalesce(person.fn<string | null>('nullif', ['u.field_fullname', sql.lit('')]), 'u.name')
const nameIf = (isVisible: Expression<boolean>) => person.case().when(isVisible).then(fullName).else(sql.lit('')).end()

/** The phone number of the customer's profile `k`. */
const phoneIf = (isVisible: Expression<boolean>) => sql<string | null>`case when ${isVisible} then k.field_puhelinnumero end`

const revisionsOf = ({ engine }: Context, viewer: Viewer, rows: readonly string[]) =>
  db
    .selectFrom('revisio as r')
    .leftJoin('user as u', 'u.id', 'r.kayttaja')
    .select(['r.id', 'r.tapahtuma', 'r.aika', 'r.kayttaja', 'r.entiteetti', 'r.rivi', 'r.vid', 'r.syy', 'r.muutokset'])
    .leftJoin('profile_asiakas as k', (join) => join.onRef('k.uid_id', '=', 'u.id').on('k.status', '=', 1))
    .select(['u.user_roles as roolit', nameIf(engine.isReadable(viewer, 'user', 'u')).as('nimi')])
    .select(phoneIf(engine.isReadable(viewer, 'profile_asiakas', 'k')).as('puhelin'))
    .where('r.rivi', '=', anyOf(sql.val(rows)))
    .orderBy('r.aika', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxRows)

export const readRevisions = (context: Context, viewer: Viewer, rows: readonly string[]) =>
  context.engine.query(viewer, revisionsOf(context, viewer, rows))
export type RevisionRow = Awaited<ReturnType<typeof readRevisions>>[number]

/** With these roles a customer may read the users whose mails it sees. */
const customersAdministrator: readonly Role[] = ['asiakas', 'asiakas_yllapito']

/**
 * Mails with the order's tracking link or its waybills; the caller has checked that the viewer may read the order. Links are shown
 * to those who may send them. A driver, who may read only some of the shipments, sees the mails that they sent themselves,
 * a customer those that their own people sent: mails of the staff are internal to the haulier.
 */
export async function readSentMails({ engine }: Context, viewer: Viewer, order: string): Promise<SentMailRow[]> {
  const mayFollow = trackingLinkCall.roles.some((role) => viewer.roles.includes(role))
  const query = db
    .selectFrom('lahteva_posti as p')
    .leftJoin('user as u', 'u.id', 'p.lahettaja_id')
    .select(['p.id', 'p.luotu as aika', 'p.laji', 'p.muoto', 'p.vastaanottaja', 'p.tila'])
    .select(['u.user_roles as roolit', nameIf(engine.isReadable(viewer, 'user', 'u')).as('nimi')])
    .where('p.tilaus_id', '=', order)
    .where(({ eb, and, lit, or }) => {
      const sender = (): Expression<boolean> => {
        if (viewer.roles.includes('yllapito')) return lit(true)
        if (viewer.roles.includes('asiakas')) return engine.isReadable({ ...viewer, roles: customersAdministrator }, 'user', 'u')
        return asBoolean(eb('p.lahettaja_id', '=', viewer.userId))
      }
      const waybills = and([eb('p.laji', '=', 'rahtikirja'), sender()])
      return mayFollow ? or([waybills, eb('p.laji', '=', 'seurantalinkki')]) : waybills
    })
    .orderBy('p.luotu', 'desc')
    .orderBy('p.id', 'desc')
    .limit(maxRows)
  const mails = await engine.query(viewer, query)
  return mails.flatMap(({ laji, muoto, ...mail }): SentMailRow[] => {
    if (laji === 'rahtikirja' && muoto !== '') return [{ ...mail, laji, muoto }]
    return laji === 'seurantalinkki' ? [{ ...mail, laji, muoto: '' }] : []
  })
}

const acknowledgementsOf = ({ engine }: Context, viewer: Viewer, shipments: readonly string[]) =>
  db
    .selectFrom('v_o_kuittaus as r')
    .leftJoin('file as f', 'f.id', 'r.kuittaus_id')
    .select(['r.id', 'r.laitteen_aika', 'r.lat', 'r.lng', 'r.lahetykset_ids as lahetykset', 'r.nimenselvennys', 'r.tarkiste'])
    // The signature's file: its id and the checksum of its bytes.
    .select(['r.kuittaus_id as kuittaus', 'f.tarkiste as sormenjalki', 'r.jatetty', 'r.jattopaikka'])
    .select(({ ref, selectFrom }) => {
      const picture = sql<{ id: string; n: number }>`unnest(${ref('r.kuvat_ids')}) with ordinality`.as<'o'>(sql`o(id, n)`)
      const pictures = selectFrom(picture).innerJoin('file as k', 'k.id', 'o.id').select(['k.id', 'k.tarkiste']).orderBy('o.n')
      return jsonArrayFrom(pictures).as('kuvat')
    })
    .where('r.status', '=', 1)
    .where('r.lahetykset_ids', '&&', sql.val([...shipments]))
    .where(engine.isReadable(viewer, 'v_o_kuittaus', 'r'))
    .orderBy('r.created', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxRows)

export const readAcknowledgements = (context: Context, viewer: Viewer, shipments: readonly string[]) =>
  context.engine.query(viewer, acknowledgementsOf(context, viewer, shipments))
export type AcknowledgementRow = Awaited<ReturnType<typeof readAcknowledgements>>[number]

const failuresOf = ({ engine }: Context, viewer: Viewer, shipments: readonly string[]) =>
  db
    .selectFrom('toimituspoikkeama as r')
    .select(['r.id', 'r.laitteen_aika', 'r.lat', 'r.lng', 'r.lahetykset_ids as lahetykset', 'r.syy', 'r.selite', 'r.kuvat_ids as kuvat'])
    .where('r.status', '=', 1)
    .where('r.lahetykset_ids', '&&', sql.val([...shipments]))
    .where(engine.isReadable(viewer, 'toimituspoikkeama', 'r'))
    .orderBy('r.created', 'desc')
    .orderBy('r.id', 'desc')
    .limit(maxRows)

export const readFailures = (context: Context, viewer: Viewer, shipments: readonly string[]) =>
  context.engine.query(viewer, failuresOf(context, viewer, shipments))
export type FailedDeliveryRow = Awaited<ReturnType<typeof readFailures>>[number]

/** The names of the drivers, cars and places that changes refer to: those that the viewer may read. */
export async function readNames({ engine }: Context, viewer: Viewer, rowIds: readonly string[]): Promise<Map<string, string>> {
  if (rowIds.length === 0) return new Map()
  const ids = anyOf(sql.val(rowIds))
  const people = db
    .selectFrom('user as u')
    .select(['u.id', fullName.as('nimi')])
    .where('u.id', '=', ids)
    .where(engine.isReadable(viewer, 'user', 'u'))
  const cars = db
    .selectFrom('auto as c')
    .select(['c.id', 'c.rekisterinumero as nimi'])
    .where('c.id', '=', ids)
    .where(engine.isReadable(viewer, 'auto', 'c'))
  const places = db
    .selectFrom('postiosoite as p')
    .select(['p.id', 'p.name as nimi'])
    .where('p.id', '=', ids)
    .where(engine.isReadable(viewer, 'postiosoite', 'p'))
  const rows = await engine.query(viewer, people.unionAll(cars).unionAll(places))
  return new Map(rows.map(({ id, nimi }) => [id, nimi ?? '']))
}

type HistoryPage = { id: string; 'page[limit]': number; 'page[offset]': number }

/** Rows of an entity with their running numbers. */
const numbered = (name: EntityName) =>
  db.selectFrom(db.dynamic.table(name).as('e')).select(['e.id', sql.ref<number>(`e.${registry[name].tunniste.of}`).as('numero')])

/** The row itself and the rows that are its lines, removed ones too: their history stays. */
const family = (name: EntityName, id: string) =>
  linesOf(name).reduce(
    (rows, line) => rows.unionAll(numbered(line.entity).where(sql.ref<string>(`e.${line.partOf}_id`), '=', id)),
    numbered(name).where('e.id', '=', id),
  )

const withFamily = (name: EntityName, id: string) => db.with('suku', () => family(name, id))

const familyRevisions = (name: EntityName, page: HistoryPage) =>
  withFamily(name, page.id)
    .selectFrom('suku')
    .innerJoin('revisio as r', 'r.rivi', 'suku.id')
    .leftJoin('user as u', 'u.id', 'r.kayttaja')
    .select(['r.id', 'r.aika', 'r.entiteetti', 'r.rivi', 'suku.numero', 'r.vid', 'r.syy', 'r.muutokset'])
    .select(person.fn.coalesce(fullName, sql.lit('')).as('kayttaja'))
    .orderBy('r.aika', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page['page[limit]'])
    .offset(page['page[offset]'])

const familySize = (name: EntityName, id: string) =>
  withFamily(name, id).selectNoFrom(({ exists, fn, selectFrom }) => [
    asBoolean(exists(numbered(name).where('e.id', '=', id))).as('there'),
    selectFrom('suku').innerJoin('revisio as r', 'r.rivi', 'suku.id').select(fn.countAll<number>().as('count')).$asScalar().as('count'),
  ])

/** A page of the revisions of a row and its lines, the newest first, with the number of all revisions, and whether the row exists. */
export async function revisionsOfFamily(pool: Pool, name: EntityName, page: HistoryPage) {
  const [revisions, sizes] = await Promise.all([runQuery(pool, familyRevisions(name, page)), runQuery(pool, familySize(name, page.id))])
  return { revisions, known: sizes[0] }
}
