import type { Pool } from 'pg'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** More orders than this that one customer made at once come from a file, and are confirmed on the page of the import alone. */
const maxConfirmations = 20

/** Queues confirmations and delays that have been stored until now, and marks them as queued in the same statement. */
export async function queueDueOrderMail(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `with due as (
       update asiakasviesti v set lahetetty = $1 where v.lahetetty = 0 and v.luotu <= $1 returning v.tilaus_id, v.laji, v.vastaanottaja, v.luotu),
     counted as (select *, count(*) over (partition by laji, vastaanottaja, luotu) as yhdessa from due)
     insert into lahteva_posti (laji, vastaanottaja, luotu, tilaus_id)
       select laji, vastaanottaja, $1, tilaus_id from counted where laji <> 'tilausvahvistus' or yhdessa <= $2`,
    [now, maxConfirmations],
  )
}

const orderOf = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('tilaus as t', 't.id', 'p.tilaus_id')
    .select(['t.id', 't.tilausnro', 't.toivottu_toimitus'])
    .where('p.id', '=', parameter('mail'))
    .where('t.status', '=', 1)
    .where('t.avoin', '=', true),
)

/** The open order of a queued mail; undefined once it is delivered or cancelled. */
export async function openOrderOfMail(runner: Queryable, mail: string) {
  const [found] = await orderOf(runner, { mail })
  return found
}

const places = statement((parameter: ParameterOf<{ order: string }>) =>
  db
    .selectFrom('lahetys as l')
    .select(['l.nouto_nimi', 'l.nouto_postitmp', 'l.toimitus_nimi', 'l.toimitus_postitmp', 'l.viite', 'l.tila'])
    .select(['l.luvattu_aika', 'l.myohastyminen'])
    .where('l.tilaus_id', '=', parameter('order'))
    .where('l.status', '=', 1)
    .where('l.tila', 'not in', ['toimitettu', 'peruutettu'])
    .orderBy('l.drupal_internal__id'),
)

/** The shipments of an order that are neither delivered nor cancelled. */
export const openShipments = (runner: Queryable, order: string) => places(runner, { order })
export type OpenShipment = Awaited<ReturnType<typeof openShipments>>[number]
