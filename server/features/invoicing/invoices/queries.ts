import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ChargedJob } from '#domain/features/invoicing/charged-work.ts'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { anyOf, asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Database } from '#server/platform/database/tables.ts'

type OfOrder = ExpressionBuilder<Database & { t: Database['tilaus'] }, 't'>

type Ids = { ids: readonly string[] }
const memberStates = ['toimitettu', 'laskutettu'] as const

const membersWith = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus as t')
    .leftJoin('tilaus_ryhma as g', (join) => join.onRef('g.id', '=', 't.tilaus_ryhma_id').on('g.status', '=', 1))
    .innerJoin('tilaus as m', (join) =>
      join.on((eb) => eb.or([eb('m.id', '=', eb.ref('t.id')), eb('m.tilaus_ryhma_id', '=', eb.ref('g.id'))])),
    )
    .select('m.id')
    .distinct()
    .where('t.id', '=', anyOf(parameter('ids')))
    .where('m.status', '=', 1)
    .where(({ eb, or }) => or([eb('m.id', '=', eb.ref('t.id')), eb('m.avoin', '=', true), eb('m.tilauksen_tila', 'in', memberStates)])),
)

/** The orders, and those that share a live group with one of them: open, delivered or invoiced. */
export const ordersWithGroups = async (runner: Queryable, ids: readonly string[]): Promise<string[]> =>
  (await membersWith(runner, { ids })).map(({ id }) => id)

const customersOf = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus')
    .select(['id', 'asiakas_id'])
    .where('id', '=', anyOf(parameter('ids'))),
)

/** The customer of each order. */
export const customersOfOrders = async (runner: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> =>
  new Map((await customersOf(runner, { ids })).map(({ id, asiakas_id }) => [id, asiakas_id]))

const groupOfBillable = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('tilaus_ryhma as g')
      .select(({ exists, selectFrom }) => [
        'g.id',
        'g.drupal_internal__id as nro',
        'g.hinta',
        asBoolean(
          exists(
            selectFrom('tilaus as o')
              .select('o.id')
              .whereRef('o.tilaus_ryhma_id', '=', 'g.id')
              .where('o.status', '=', 1)
              .where('o.avoin', '=', true),
          ),
        ).as('kesken'),
      ])
      .whereRef('g.id', '=', 't.tilaus_ryhma_id')
      .where('g.status', '=', 1),
  )

const customerOf = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('asiakas as a')
      .select(['a.id', 'a.name', 'a.tyyppi', 'a.y_tunnus', 'a.maksuehto', 'a.laskutusvali', 'a.talenom_asiakasnumero'])
      .whereRef('a.id', '=', 't.asiakas_id'),
  )

const nonEmpty = sql<string[]>`'{}'`
const referencesOfShipments = (eb: OfOrder) =>
  eb
    .selectFrom('lahetys')
    .select(({ fn }) => [
      fn.coalesce(fn.agg<string[] | null>('array_agg', ['viite']).distinct().filterWhere('viite', '<>', ''), nonEmpty).as('viitteet'),
      fn.countAll<number>().as('lahetyksia'),
      sql<string | null>`(array_agg(nouto_postitmp ORDER BY drupal_internal__id))[1]`.as('from'),
      sql<string | null>`(array_agg(toimitus_postitmp ORDER BY drupal_internal__id DESC))[1]`.as('to'),
    ])
    .whereRef('tilaus_id', '=', 't.id')
    .where('status', '=', 1)
    .where('tila', '<>', 'peruutettu')
    .as('l')

const referencesOfJobs = (eb: OfOrder) =>
  eb
    .selectFrom('tuntituote')
    .select(({ fn }) => [
      fn.coalesce(fn.agg<string[] | null>('array_agg', ['viite']).distinct().filterWhere('viite', '<>', ''), nonEmpty).as('viitteet'),
      sql<ChargedJob[] | null>`json_agg(json_build_object('tyyppi', tyyppi, 'aika', aika, 'matka', matka, 'maara', maara,
        'minimilaskutus', minimilaskutus, 'aloitusaika', aloitusaika, 'lopetusaika', lopetusaika, 'tuntituote_hinta', tuntituote_hinta))`.as(
        'tuntityot',
      ),
    ])
    .whereRef('tilaus_id', '=', 't.id')
    .where('status', '=', 1)
    .where('tila', '<>', 'peruutettu')
    .as('h')

const billable = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus as t')
    .crossJoinLateral(referencesOfShipments)
    .crossJoinLateral(referencesOfJobs)
    .select(['t.id', 't.tilausnro', 't.drupal_internal__id as nro', 't.tyyppi', 't.hinta'])
    .select(['t.timestamp_toimitettu', 't.laskutus_viesti', 'l.lahetyksia'])
    .select(['t.laskutus_nimi', 't.laskutus_osoite1', 't.laskutus_osoite2', 't.laskutus_postinro', 't.laskutus_postitmp', 't.laskutus_maa'])
    .select(['t.laskutus_verkkolaskuosoite', 't.laskutus_valittaja', 't.laskutus_email'])
    .select(['l.viitteet as shipmentReferences', 'h.viitteet as jobReferences', 'h.tuntityot', 'l.from', 'l.to'])
    .leftJoin('reitti as r', 'r.id', 't.reitti_id')
    .select('r.laskutuspaivat')
    .select((eb) => [groupOfBillable(eb).as('ryhma'), customerOf(eb).as('asiakas')])
    .where('t.id', '=', anyOf(parameter('ids')))
    .orderBy('t.tilausnro'),
)
export type BillableRow = Awaited<ReturnType<typeof billable>>[number]

/** What the invoice rows of orders contain; the caller has locked the orders. */
export const billableOrders = (runner: Queryable, ids: readonly string[]): Promise<BillableRow[]> => billable(runner, { ids })

/** Puts orders on invoices. The unique index refuses an order that is on another one. */
export async function addToInvoices(runner: Queryable, orders: readonly { tilaus_id: string; lasku_id: string }[]): Promise<void> {
  await runner.query(
    `insert into lasku_tilaus (tilaus_id, lasku_id, voimassa)
     select tilaus_id, lasku_id, true from jsonb_to_recordset($1) as o (tilaus_id uuid, lasku_id uuid)`,
    [JSON.stringify(orders)],
  )
}

/** Takes all orders off an invoice that was undone or wholly credited. */
export async function releaseOrders(runner: Queryable, invoice: string): Promise<void> {
  await runner.query('update lasku_tilaus set voimassa = false where lasku_id = $1', [invoice])
}

/** Removes orders that were returned from a credited invoice: it must not return them again after they have been invoiced elsewhere. */
export async function removeFromInvoice(runner: Queryable, invoice: string, orders: readonly string[]): Promise<void> {
  await runner.query('delete from lasku_tilaus where lasku_id = $1 and tilaus_id = any($2::uuid[]) and not voimassa', [invoice, orders])
}

/** The orders of invoices, in the order of their ids; `isLive`: still on that invoice. */
export async function ordersOfInvoices(
  runner: Queryable,
  invoices: readonly string[],
): Promise<{ id: string; lasku: string; isLive: boolean }[]> {
  const { rows } = await runner.query<{ id: string; lasku: string; isLive: boolean }>(
    'select tilaus_id as id, lasku_id as lasku, voimassa as "isLive" from lasku_tilaus where lasku_id = any($1::uuid[]) order by tilaus_id',
    [invoices],
  )
  return rows
}

/** Stores what a provider is given. */
export async function storeContent(runner: Queryable, invoice: OutgoingInvoice): Promise<void> {
  await runner.query(
    'insert into lasku_sisalto (lasku_id, sisalto) values ($1, $2) on conflict (lasku_id) do update set sisalto = excluded.sisalto',
    [invoice.id, JSON.stringify(invoice)],
  )
}

/** What a provider was given; null before the first sending. */
export async function storedContent(runner: Queryable, id: string): Promise<OutgoingInvoice | null> {
  const { rows } = await runner.query<{ sisalto: OutgoingInvoice }>('select sisalto from lasku_sisalto where lasku_id = $1', [id])
  return rows[0]?.sisalto ?? null
}

/** The cents that credit notes in these states credit of each row of an invoice, negative. */
export async function creditsByRow(
  runner: Queryable,
  invoice: string,
  states: readonly string[],
): Promise<{ rivi: string; cents: number }[]> {
  const { rows } = await runner.query<{ rivi: string; cents: number }>(
    `select r.hyvitettava_rivi_id as rivi, (sum(r.veroton) * 100)::float8 as cents
     from lasku h join laskurivi r on r.lasku_id = h.id
     where h.hyvitettava_id = $1 and h.status = 1 and h.tila = any($2) and r.status = 1 and r.hyvitettava_rivi_id is not null
     group by r.hyvitettava_rivi_id`,
    [invoice, states],
  )
  return rows
}

/** Queues the mail of a sent invoice to the address that it was sent with. */
export async function queueInvoiceMail(runner: Queryable, invoice: string, now: number): Promise<void> {
  await runner.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, lasku_id)
     select 'lasku', sisalto -> 'buyer' ->> 'email', $2, lasku_id from lasku_sisalto where lasku_id = $1`,
    [invoice, now],
  )
}

const contentForMail = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('lasku_sisalto as s', 's.lasku_id', 'p.lasku_id')
    .select('s.sisalto')
    .where('p.id', '=', parameter('mail')),
)

/** The invoice that a queued mail brings. */
export const contentOfMail = async (runner: Queryable, mail: string): Promise<OutgoingInvoice | null> =>
  (await contentForMail(runner, { mail }))[0]?.sisalto ?? null

const finvoicesOfDay = statement((parameter: ParameterOf<{ from: number; to: number; after: number; limit: number }>) =>
  db
    .selectFrom('lasku as l')
    .innerJoin('lasku_sisalto as s', 's.lasku_id', 'l.id')
    .select(['l.numero', 's.sisalto'])
    .where('l.jarjestelma', '=', 'finvoice')
    .where('l.tila', 'in', ['lahetetty', 'hyvitetty'] as const)
    .where('l.status', '=', 1)
    .where('l.laskupaiva', '>=', parameter('from'))
    .where('l.laskupaiva', '<', parameter('to'))
    .where('l.numero', '>', parameter('after'))
    .orderBy('l.numero')
    .limit(parameter('limit')),
)

type DayPage = { from: number; to: number; after: number; limit: number }
/** The next sent invoices of a day after a number whose Finvoice file is ours to deliver. */
export const finvoicesAfter = (runner: Queryable, page: DayPage): Promise<{ numero: number; sisalto: OutgoingInvoice }[]> =>
  finvoicesOfDay(runner, page)
