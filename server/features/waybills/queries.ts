import { type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { staffRoles, type Viewer } from '#domain/access/roles.ts'
import { linesOf, type WaybillSize } from '#domain/features/waybills/print-size.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Database } from '#server/platform/database/tables.ts'
import { senderName } from '../tracking/queries.ts'

type Ids = { ids: readonly string[] }

/** The lines of a text on paper: those that its length needs at this width, plus its own line breaks. */
const linesIn = (column: 'l.viesti' | 'l.kuvaus', width: number): RawBuilder<number> => {
  const text = sql.ref(column)
  return sql`(length(${text}) + ${width - 1}) / ${width} + length(${text}) - length(replace(${text}, chr(10), ''))`
}

type OfOrder = ExpressionBuilder<Database & { t: Database['tilaus'] }, 't'>

/** The amount to draw of an order's shipments, grouped by their messages. */
const drawnOf =
  ({ engine }: Context, viewer: Viewer) =>
  (eb: OfOrder) =>
    eb
      .selectFrom('lahetys as l')
      .select(({ fn, lit }) => [
        fn.countAll<number>().as('shipments'),
        fn.sum<number>(fn('greatest', [lit(1), 'l.maara'])).as('packages'),
        linesIn('l.viesti', linesOf.charactersOfMessage).as('message'),
        fn.sum<number>(linesIn('l.kuvaus', linesOf.charactersOfContents)).as('contents'),
      ])
      .whereRef('l.tilaus_id', '=', 't.id')
      .where('l.status', '=', 1)
      .where('l.tila', '<>', sql.lit('peruutettu' as const))
      .where(engine.isReadable(viewer, 'lahetys', 'l'))
      .groupBy('l.viesti')
      .as('s')

/**
 * The amount to draw of the orders that the viewer may read, by id. It is read before the waybills themselves: an
 * imported order may have thousands of shipments with long messages. A message shared by many shipments is read once.
 */
export async function readWaybillSizes(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Map<string, WaybillSize>> {
  const query = db
    .selectFrom('tilaus as t')
    .leftJoinLateral(drawnOf(context, viewer), (join) => join.onTrue())
    .select(({ eb, fn, lit, parens }) => {
      const sheets = eb('s.shipments', '*', parens(eb(eb('s.message', '/', linesOf.page), '+', 1)))
      return [
        't.id',
        't.tilausnro',
        fn.coalesce(fn.sum<number | null>('s.shipments'), lit(0)).as('shipments'),
        fn.coalesce(fn.sum<number | null>('s.packages'), lit(0)).as('packages'),
        fn.coalesce(fn.sum<number | null>(sheets), lit(0)).as('pages'),
        fn.coalesce(fn.sum<number | null>(eb('s.message', '+', eb.ref('s.contents'))), lit(0)).as('lines'),
      ]
    })
    .where('t.id', '=', anyOf(sql.val(ids)))
    .where(context.engine.isReadable(viewer, 'tilaus', 't'))
    .groupBy('t.id')
  const rows = await context.engine.query(viewer, query)
  const { prefix } = registry.tilaus.tunniste
  return new Map(rows.map(({ id, tilausnro, ...facts }) => [id, { ...facts, tunniste: `${prefix}-${tilausnro}` }]))
}

/** Which of the orders and of their shipments the viewer may read. */
export async function withinReach({ engine }: Context, viewer: Viewer, orders: readonly string[]): Promise<Set<string>> {
  const ids = anyOf(sql.val(orders))
  const shipments = db
    .selectFrom('lahetys as l')
    .select('l.id')
    .where('l.tilaus_id', '=', ids)
    .where(engine.isReadable(viewer, 'lahetys', 'l'))
  const query = db
    .selectFrom('tilaus as t')
    .select('t.id')
    .where('t.id', '=', ids)
    .where(engine.isReadable(viewer, 'tilaus', 't'))
  const rows = await engine.query(viewer, query.unionAll(shipments))
  return new Set(rows.map(({ id }) => id))
}

const waybillFields = statement((parameter: ParameterOf<{ order: string }>) =>
  db.selectFrom('tilaus').select(['rahtikirja_id', 'rahtikirja_koonti_id']).where('id', '=', parameter('order')),
)

/** The file that the order has as its waybill or summary. */
export async function fileOfWaybill(pool: Pool, order: string, field: 'rahtikirja' | 'rahtikirja_koonti'): Promise<string | null> {
  const [found] = await waybillFields(pool, { order })
  return found?.[`${field}_id`] ?? null
}

// A customer without a billing name is billed by its own name.
export const ordersToDraw = statement(
  (parameter: ParameterOf<Ids>) =>
    db
      .selectFrom('tilaus as t')
      .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
      .select(['t.id', 't.tilausnro', 't.drupal_internal__id as numero', 't.asiakas_id'])
      .select(({ fn, val }) => fn.coalesce(fn<string | null>('nullif', ['t.laskutus_nimi', val('')]), 'a.name').as('laskutus_nimi'))
      .where('t.id', '=', anyOf(parameter('ids'))),
  'waybill-orders',
)

const shipment = expressionBuilder<Database & { l: Database['lahetys'] }, 'l'>()
const newState = (revision: string): RawBuilder<string> => sql`${sql.ref(`${revision}.muutokset`)}->'tila'->>1`

/** The time of pickup: the first time that the goods were under way since they last waited for pickup. */
const takenOver = shipment
  .selectFrom('revisio as r')
  .select(({ fn }) => fn.min('r.aika').as('aika'))
  .whereRef('r.rivi', '=', 'l.id')
  .where(newState('r'), 'in', ['kuljetuksessa', 'siirto', 'siirretty', 'toimitettu'])
  .where('l.tila', '<>', 'odottaa_noutoa')
  .where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom('revisio as takaisin')
          .select('takaisin.id')
          .whereRef('takaisin.rivi', '=', 'l.id')
          .whereRef('takaisin.vid', '>', 'r.vid')
          .where(newState('takaisin'), '=', 'odottaa_noutoa'),
      ),
    ),
  )
  .as('noudettu')

/** A signature counts while the goods are delivered: an undone delivery has none. */
const signature = shipment
  .selectFrom('v_o_kuittaus as v')
  .select(({ eb, fn, lit, ref, val }) => [
    eb
      .case()
      .when('v.jatetty', '=', true)
      .then(eb(val<string>('Jätetty ilman kuittausta: '), '||', ref('v.jattopaikka')))
      .else(ref('v.nimenselvennys'))
      .end()
      .as('nimenselvennys'),
    fn.coalesce(fn<number | null>('nullif', ['v.laitteen_aika', lit(0)]), 'v.created').as('kuitattu'),
    'v.kuittaus_id',
  ])
  .where(({ eb, ref }) => eb('v.lahetykset_ids', '@>', sql<string[]>`array[${ref('l.id')}]`))
  .where('v.status', '=', 1)
  .where('l.tila', '=', 'toimitettu')
  .orderBy('v.created', 'desc')
  .orderBy('v.drupal_internal__id', 'desc')
  .limit(1)
  .as('k')

/** The orders' live shipments with fields of their relations. */
export const shipmentsToDraw = statement(
  (parameter: ParameterOf<Ids>) =>
    db
      .selectFrom('lahetys as l')
      .leftJoin('tuote as p', 'p.id', 'l.tuote_id')
      .leftJoin('user as u', 'u.id', 'l.kuljettaja_id')
      .leftJoin('auto as c', 'c.id', 'l.auto_id')
      .leftJoinLateral(takenOver, (join) => join.onTrue())
      .leftJoinLateral(signature, (join) => join.onTrue())
      .select(['l.id', 'l.tilaus_id', 'l.drupal_internal__id as numero', 'l.name', 'l.tila', 'l.tyyppi', 'l.viite', 'l.viesti', 'l.kuvaus'])
      .select(['l.maara', 'l.pituus', 'l.leveys', 'l.korkeus', 'l.varauma', 'l.toivottu_toimitus', 'p.name as tuotteen_nimi'])
      .select(({ fn, lit, val }) => [
        fn<number | null>('nullif', ['l.yksikkopaino', lit(0)]).as('yksikkopaino'),
        fn<number | null>('nullif', ['l.paino', lit(0)]).as('paino'),
        fn.coalesce(fn<string | null>('nullif', ['u.field_fullname', val('')]), 'u.name').as('kuljettaja'),
      ])
      .select(['c.rekisterinumero', 'l.nouto_nimi', 'l.nouto_osoite1', 'l.nouto_osoite2', 'l.nouto_postinro', 'l.nouto_postitmp'])
      .select(['l.nouto_maa', 'l.nouto_yhteyshenkilo_etunimi', 'l.nouto_yhteyshenkilo_sukunimi', 'l.nouto_yhteyshenkilo_puhelin'])
      .select(['l.toimitus_nimi', 'l.toimitus_osoite1', 'l.toimitus_osoite2', 'l.toimitus_postinro', 'l.toimitus_postitmp'])
      .select(['l.toimitus_maa', 'l.toimitus_yhteyshenkilo_etunimi', 'l.toimitus_yhteyshenkilo_sukunimi'])
      .select(['l.toimitus_yhteyshenkilo_puhelin', 'noudettu.aika as noudettu', 'k.nimenselvennys', 'k.kuitattu', 'k.kuittaus_id'])
      .where('l.tilaus_id', '=', anyOf(parameter('ids')))
      .where('l.status', '=', 1)
      .orderBy('l.drupal_internal__id'),
  'waybill-shipments',
)

const mailed = statement((parameter: ParameterOf<{ mail: string; staff: string[] }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('tilaus as t', 't.id', 'p.tilaus_id')
    .innerJoin('user as u', 'u.id', 'p.lahettaja_id')
    .innerJoin('file as f', 'f.id', 'p.liite_id')
    .select(['t.tilausnro', 'p.viesti', 'u.mail as osoite', 'f.id as liite', 'f.filename', 'p.muoto'])
    .select(({ fn, selectFrom, val }) => {
      const customer = selectFrom('profile_asiakas as pa')
        .innerJoin('asiakas as a', 'a.id', 'pa.field_asiakas_id')
        .select(senderName.as('nimi'))
        .whereRef('pa.uid_id', '=', 'u.id')
        .where(sql<boolean>`not u.user_roles && ${parameter('staff')}::text[]`)
        .limit(1)
      return fn.coalesce(customer.$asScalar(), val('')).as('asiakas')
    })
    .where('p.id', '=', parameter('mail')),
)

/** The data of a queued mail with waybills; undefined when one of its rows has been removed. */
export async function waybillOfMail(runner: Queryable, mail: string) {
  const [found] = await mailed(runner, { mail, staff: [...staffRoles] })
  return found
}

type Due = { now: number; before: number }
const delivered = `exists (select from tilaus t where t.id = v.tilaus_id and t.status = 1 and t.tilauksen_tila in ('toimitettu', 'laskutettu'))`

/** Forgets mail about orders that are not delivered any more; their next delivery asks for it again. */
export async function dropUndeliveredMail(pool: Pool, { before }: Due): Promise<void> {
  await pool.query(`delete from toimitusviesti v where v.lahetetty = 0 and v.luotu <= $1 and not ${delivered}`, [before])
}

/** Queues mail about the deliveries until `before`, and marks it as queued in the same statement. */
export async function queueDueDeliveryMail(pool: Pool, { now, before }: Due): Promise<void> {
  await pool.query(
    `with due as (
       update toimitusviesti v set lahetetty = $1 where v.lahetetty = 0 and v.luotu <= $2 and ${delivered} returning v.tilaus_id, v.vastaanottaja)
     insert into lahteva_posti (laji, vastaanottaja, luotu, tilaus_id) select 'toimitus', vastaanottaja, $1, tilaus_id from due`,
    [now, before],
  )
}

const deliveryOfMail = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('tilaus as t', 't.id', 'p.tilaus_id')
    .select(['t.id', 't.tilausnro', 't.timestamp_toimitettu'])
    .where('p.id', '=', parameter('mail'))
    .where('t.status', '=', 1)
    .where('t.tilauksen_tila', 'in', ['toimitettu', 'laskutettu']),
)

/** The delivered order of a queued mail; undefined when it is not delivered any more. */
export async function deliveredOrderOfMail(runner: Queryable, mail: string) {
  const [found] = await deliveryOfMail(runner, { mail })
  return found
}
