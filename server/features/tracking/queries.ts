import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Pool } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { PlannedDelivery } from '#domain/features/tracking/arrival-window.ts'
import type { Context } from '#server/context.ts'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Database } from '#server/platform/database/tables.ts'

/** The columns that decide whether an order (`t`) may be followed, and its number. */
const followed = ['t.status', 't.tyyppi', 't.avoin', 't.tilauksen_tila', 't.timestamp_toimitettu', 't.tilausnro'] as const

const customer = expressionBuilder<{ a: { tyyppi: string; name: string } }, 'a'>()
/** The customer's (`a`) name for people without sign-in; empty for a private person. */
export const senderName = customer.case('a.tyyppi').when('yritys').then(customer.ref('a.name')).else('').end()

const placeOf = (eb: ExpressionBuilder<Database & { r: Database['lahetys'] }, 'r'>) => eb.fn<string>('toimituspaikka', [eb.table('r')])

type OfLink = ExpressionBuilder<Database & { s: Database['seurantalinkki'] }, 's'>

const isLive = sql<boolean>`l.status = 1 and l.tila not in ('toimitettu', 'peruutettu')`
/** Whether something of the stop `o` is still to be done (rules/planning-board.md#done-stops). */
const isUndone = sql<boolean>`case o.tyyppi
  when 'nouto' then exists (select from lahetys l where l.id = any (o.lahetykset_ids) and ${isLive} and l.timestamp_noudettu = 0)
  when 'toimitus' then exists (select from lahetys l where l.id = any (o.lahetykset_ids) and ${isLive})
  when 'tyo' then exists (select from tuntituote t where t.id = o.tuntituote_id and t.status = 1 and t.tila not in ('toimitettu', 'peruutettu'))
  else false end`
/** The stop at which the shipment `r` is delivered, on a published shift, and how far the shift is. */
const plannedDelivery = sql<PlannedDelivery | null>`(
  select json_build_object('saapuminen', p.arvioitu_saapuminen, 'edella', far.edella, 'alkanut', far.tehty > 0,
    'puhelin', coalesce(k.field_puhelinnumero, ''))
  from ajo_pysahdys p join tyovuoro v on v.id = p.tyovuoro_id left join profile_kuljettaja k on k.uid_id = v.kuljettaja_id and k.status = 1
    cross join lateral (
      select count(*) filter (where ${isUndone} and (o.jarjestys, o.id) < (p.jarjestys, p.id)) as edella,
        count(*) filter (where o.tyyppi in ('nouto', 'toimitus', 'tyo') and not ${isUndone}) as tehty
      from ajo_pysahdys o where o.tyovuoro_id = p.tyovuoro_id and o.status = 1) far
  where p.status = 1 and p.tyyppi = 'toimitus' and p.lahetykset_ids <> '{}' and p.lahetykset_ids @> array[r.id]
    and v.status = 1 and v.tila = 'PUBLISHED'
  order by v.paiva desc, p.id limit 1)`

/** The shipments of a link (`s`), with the name of the person who signed for each. */
const shipmentsAtPlace = (eb: OfLink) =>
  jsonArrayFrom(
    eb
      .selectFrom('lahetys as r')
      .select(['r.status', 'r.tila', 'r.toivottu_toimitus', 'r.timestamp_toimitettu', 'r.toimitus_postitmp'])
      .select(['r.timestamp_noudettu', 'r.luvattu_aika', 'r.myohastyminen', plannedDelivery.as('pysahdys')])
      .select(({ fn, ref, selectFrom }) => {
        const signed = selectFrom('v_o_kuittaus as k')
          .select('k.nimenselvennys')
          .where('k.status', '=', 1)
          .where('k.lahetykset_ids', '@>', sql<string[]>`array[${ref('r.id')}]`)
          .orderBy('k.drupal_internal__id', 'desc')
          .limit(1)
        return fn.coalesce(signed.$asScalar(), sql.lit('')).as('vastaanottaja')
      })
      .whereRef('r.tilaus_id', '=', 's.tilaus_id')
      .where('r.status', '=', 1)
      .where((r) => r.or([r('s.paikka', '=', ''), r('s.paikka', '=', placeOf(r))]))
      .orderBy('r.drupal_internal__id'),
  )

const linked = statement((parameter: ParameterOf<{ link: string }>) =>
  db
    .selectFrom('seurantalinkki as s')
    .innerJoin('tilaus as t', 't.id', 's.tilaus_id')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(followed)
    .select((eb) => [senderName.as('lahettaja'), 's.paikka', shipmentsAtPlace(eb).as('lahetykset')])
    .where('s.linkki', '=', parameter('link'))
    .where('s.kaytossa', '=', true),
)

/** The order of a link that is enabled. */
export async function orderOfLink(pool: Pool, link: string) {
  const [found] = await linked(pool, { link })
  return found
}

const opened = statement((parameter: ParameterOf<{ link: string; now: number }>) =>
  db
    .updateTable('seurantalinkki')
    .set((eb) => ({ avattu: eb('avattu', '+', 1), viimeksi_avattu: parameter('now') }))
    .where('linkki', '=', parameter('link'))
    .returning('id'),
)

export async function countOpening(pool: Pool, link: string, now: number): Promise<void> {
  await opened(pool, { link, now })
}

const mailed = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('seurantalinkki as s', (join) => join.onRef('s.id', '=', 'p.seurantalinkki_id').on('s.kaytossa', '=', true))
    .innerJoin('tilaus as t', 't.id', 's.tilaus_id')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(followed)
    .select((eb) => ['s.linkki', senderName.as('tilaaja'), shipmentsAtPlace(eb).as('lahetykset')])
    .where('p.id', '=', parameter('mail')),
)

/** The order of the link in a queued mail, while the link is enabled. */
export async function orderOfMail(pool: Pool, mail: string) {
  const [found] = await mailed(pool, { mail })
  return found
}

// Further mails of a link are listed among outgoing mail.
const maxMails = 20

const linksOf = ({ engine }: Context, viewer: Viewer, order: string) =>
  db
    .selectFrom('tilaus as t')
    .select(followed)
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('lahetys as r')
          .select(['r.id', 'r.status', 'r.tila', 'r.toivottu_toimitus', 'r.timestamp_toimitettu', 'r.toimitus_nimi', 'r.toimitus_postitmp'])
          .select((r) => placeOf(r).as('paikka'))
          .whereRef('r.tilaus_id', '=', 't.id')
          .where('r.status', '=', 1)
          .orderBy('r.drupal_internal__id'),
      ).as('lahetykset'),
      jsonArrayFrom(
        selectFrom('seurantalinkki as s')
          .select(['s.id', 's.paikka', 's.linkki', 's.kaytossa', 's.avattu', 's.viimeksi_avattu'])
          .select((s) =>
            jsonArrayFrom(
              s
                .selectFrom('lahteva_posti as p')
                .select(['p.id', 'p.vastaanottaja', 'p.luotu', 'p.tila'])
                .whereRef('p.seurantalinkki_id', '=', 's.id')
                .orderBy('p.luotu', 'desc')
                .orderBy('p.id')
                .limit(maxMails),
            ).as('viestit'),
          )
          .whereRef('s.tilaus_id', '=', 't.id'),
      ).as('linkit'),
    ])
    .where('t.id', '=', order)
    .where(engine.isReadable(viewer, 'tilaus', 't'))

/** The order with its links; undefined when the viewer may not read it. */
export async function orderWithLinks(context: Context & { runner: Queryable }, viewer: Viewer, order: string) {
  const [found] = await context.engine.query(viewer, linksOf(context, viewer, order), context.runner)
  return found
}
export type OrderWithLinks = NonNullable<Awaited<ReturnType<typeof orderWithLinks>>>

const disabled = statement((parameter: ParameterOf<{ order: string; place: string | null }>) =>
  db
    .updateTable('seurantalinkki')
    .set('kaytossa', false)
    .where('tilaus_id', '=', parameter('order'))
    .where(({ eb, fn }) => eb('paikka', '=', fn.coalesce(parameter('place'), 'paikka')))
    .returning('id'),
)

/** Disables the link of a place; without a place all links of the order. */
export async function disableLinks(runner: Queryable, order: string, place: string | null): Promise<void> {
  await disabled(runner, { order, place })
}

type Place = { order: string; place: string }
const insertedLink = (parameter: ParameterOf<Place>) =>
  db.insertInto('seurantalinkki').values({ tilaus_id: parameter('order'), paikka: parameter('place') })

const enabled = statement((parameter: ParameterOf<Place>) =>
  insertedLink(parameter)
    .onConflict((conflict) =>
      conflict
        .columns(['tilaus_id', 'paikka'])
        .doUpdateSet({ kaytossa: true, linkki: sql<string>`gen_random_uuid()` })
        .where('seurantalinkki.kaytossa', '=', false),
    )
    .returning('id'),
)

/** Enables the link of a place: a new one if it was disabled. */
export async function enableLink(runner: Queryable, place: Place): Promise<void> {
  await enabled(runner, place)
}

const made = statement((parameter: ParameterOf<Place>) =>
  insertedLink(parameter)
    .onConflict((conflict) => conflict.columns(['tilaus_id', 'paikka']).doUpdateSet((eb) => ({ paikka: eb.ref('excluded.paikka') })))
    .returning('id'),
)

/** The id of the place's link, which is created if there is none. Waits for another transaction that is creating it. */
export async function linkOfPlace(runner: Queryable, place: Place): Promise<string> {
  const [link] = await made(runner, place)
  if (!link) throw new Error(`No tracking link for the order ${place.order}`)
  return link.id
}
