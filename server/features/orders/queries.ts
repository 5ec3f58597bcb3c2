import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Pool } from 'pg'
import type { Role } from '#domain/access/roles.ts'
import type { HourlyState, ShipmentState } from '#domain/entities/order/order.states.ts'
import type { LikeWords } from '#domain/features/orders/corrected-search.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Database } from '#server/platform/database/tables.ts'

/** More than the screen can show usefully; drivers on shift come first. */
const maxDrivers = 500

/**
 * `states`, `jobStates`: the states of undelivered work; `openSince`: an open working day that began earlier was left open; `minute`: of the
 * day, now.
 */
type Today = {
  today: number
  tomorrow: number
  minute: number
  openSince: number
  states: readonly ShipmentState[]
  jobStates: readonly HourlyState[]
}
type OfDriver = ExpressionBuilder<Database & { k: Database['user'] }, 'k'>

/** Whether the planned end of a shift `v` of today has passed; a shift without a length has none. */
const hasEnded = (parameter: ParameterOf<Today>) => {
  const eb = expressionBuilder<Database & { v: Database['tyovuoro'] }, 'v'>()
  return eb.and([eb('v.kesto', '>', 0), eb(eb('v.alkuaika', '+', eb.ref('v.kesto')), '<=', parameter('minute'))])
}

/** The driver's shift of the day, one that has not ended first; its car is its own or the first one of its work routes. */
const shiftOf = (parameter: ParameterOf<Today>) => (eb: OfDriver) =>
  eb
    .selectFrom('tyovuoro as v')
    .select(({ fn, selectFrom }) => {
      const carOfRoute = selectFrom('tyoreitti as r')
        .select('r.auto_id')
        .where('r.id', '=', fn.any('v.tyoreitti_ids'))
        .where('r.status', '=', 1)
        .where('r.auto_id', 'is not', null)
        .orderBy((route) => route.fn('array_position', ['v.tyoreitti_ids', 'r.id']))
        .limit(1)
      return ['v.id', fn.coalesce('v.auto_id', carOfRoute.$asScalar()).as('auto_id'), hasEnded(parameter).as('paattynyt')]
    })
    .whereRef('v.kuljettaja_id', '=', 'k.id')
    .where('v.paiva', '=', parameter('today'))
    .where('v.status', '=', 1)
    .where('v.tyyppi', '=', 'TYOVUORO')
    .orderBy('paattynyt')
    .orderBy('v.tila')
    .orderBy('v.id')
    .limit(1)
    .as('vuoro')

/** The working day that the driver has open, with the car that they have chosen. */
const openDayOf = (parameter: ParameterOf<Today>) => (eb: OfDriver) =>
  eb
    .selectFrom('tyovuoro_kirjaus as d')
    .select(['d.id', 'd.auto_id'])
    .whereRef('d.kuljettaja_id', '=', 'k.id')
    .where('d.status', '=', 1)
    .where('d.loppuaika', '=', 0)
    .where('d.alkuaika', '>', parameter('openSince'))
    .limit(1)
    .as('tyopaiva')

/** The driver's undelivered work of the day, and the car that most of it is on. */
const workOf = (parameter: ParameterOf<Today>) => (eb: OfDriver) => {
  const shipments = eb
    .selectFrom('lahetys')
    .select(['id', 'auto_id'])
    .whereRef('kuljettaja_id', '=', 'k.id')
    .where('status', '=', 1)
    .where('tila', '=', anyOf(parameter('states')))
    .where(({ eb, or }) => or([eb('toivottu_toimitus', '<', parameter('tomorrow')), eb('tila', '<>', 'odottaa_noutoa')]))
  const jobs = eb
    .selectFrom('tuntituote')
    .select(['id', 'auto_id'])
    .whereRef('kuljettaja_id', '=', 'k.id')
    .where('status', '=', 1)
    .where('tila', '=', anyOf(parameter('jobStates')))
    .where(({ eb, or }) => or([eb('toimituspaiva', '<', parameter('tomorrow')), eb('tila', '<>', 'odottaa_noutoa')]))
  return eb
    .selectFrom(shipments.unionAll(jobs).as('rivit'))
    .select(({ fn }) => [fn.count<number>('id').as('riveja'), fn.agg<string | null>('mode').withinGroupOrderBy('auto_id').as('auto_id')])
    .as('tyo')
}

const driversList = (parameter: ParameterOf<Today>) =>
  db
    .selectFrom('user as k')
    .leftJoinLateral(shiftOf(parameter), (join) => join.onTrue())
    .leftJoinLateral(openDayOf(parameter), (join) => join.onTrue())
    .crossJoinLateral(workOf(parameter))
    .select(({ fn, selectFrom, val }) => [
      'k.id',
      fn.coalesce(fn<string | null>('nullif', ['k.field_fullname', val('')]), 'k.name').as('name'),
      fn.coalesce('vuoro.id', 'tyopaiva.id').as('vuoro'),
      'vuoro.paattynyt',
      'tyopaiva.id as tyopaiva',
      jsonObjectFrom(
        selectFrom('auto as a')
          .select(['a.id', 'a.rekisterinumero'])
          .where('a.id', '=', fn.coalesce('tyopaiva.auto_id', 'vuoro.auto_id', 'tyo.auto_id'))
          .where('a.status', '=', 1),
      ).as('auto'),
      fn.countAll<number>().over().as('kaikkiaan'),
    ])
    .where('k.status', '=', 1)
    .where(({ eb, fn, val }) => eb(val<Role>('kuljettaja'), '=', fn.any('k.user_roles')))
    .where(({ eb, or }) => or([eb('vuoro.id', 'is not', null), eb('tyopaiva.id', 'is not', null), eb('tyo.riveja', '>', 0)]))
    .orderBy(({ eb, fn }) => eb(fn.coalesce('vuoro.id', 'tyopaiva.id'), 'is', null))
    .orderBy('name')
    .orderBy('k.id')
    .limit(maxDrivers)

const driversToday = statement(driversList, 'drivers-today')

/** Drivers on shift or with an open working day (`vuoro`), or with work on the day; each row has the number of all (`kaikkiaan`). */
export const readDriversToday = (pool: Pool, day: Today) => driversToday(pool, day)

export const billingTables = {
  email: 'laskutusosoite_email',
  posti: 'laskutusosoite_posti',
  verkkolasku: 'laskutusosoite_verkkolasku',
} as const
export const billingKinds = Object.keys(billingTables) as (keyof typeof billingTables)[]

const billing = statement(
  (parameter: ParameterOf<{ ids: readonly string[] }>) =>
    db
      .selectFrom('asiakas as a')
      .select(['a.id', 'a.name'])
      .select(({ selectFrom }) => [
        jsonArrayFrom(
          selectFrom('laskutusosoite_email as b')
            .select(['b.id', 'b.oletus', 'b.tyyppi', 'b.field_sahkopostiosoite'])
            .whereRef('b.asiakas_id', '=', 'a.id')
            .where('b.status', '=', 1)
            .orderBy('b.drupal_internal__id'),
        ).as('email'),
        jsonArrayFrom(
          selectFrom('laskutusosoite_posti as b')
            .select(['b.id', 'b.oletus', 'b.tyyppi', 'b.field_osoite_1', 'b.field_osoite_2', 'b.field_postinumero'])
            .select(['b.field_postitoimipaikka', 'b.field_maa'])
            .whereRef('b.asiakas_id', '=', 'a.id')
            .where('b.status', '=', 1)
            .orderBy('b.drupal_internal__id'),
        ).as('posti'),
        jsonArrayFrom(
          selectFrom('laskutusosoite_verkkolasku as b')
            .select(['b.id', 'b.oletus', 'b.tyyppi', 'b.field_verkkolaskuosoite', 'b.field_valittaja'])
            .whereRef('b.asiakas_id', '=', 'a.id')
            .where('b.status', '=', 1)
            .orderBy('b.drupal_internal__id'),
        ).as('verkkolasku'),
      ])
      .where('a.id', '=', anyOf(parameter('ids'))),
  'order-billing',
)

/** A customer with its billing addresses, by kind. */
export type CustomerForBilling = Awaited<ReturnType<typeof billing>>[number]

export async function customersForBilling(runner: Queryable, ids: readonly string[]): Promise<Map<string, CustomerForBilling>> {
  const rows = await billing(runner, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

const members = statement((parameter: ParameterOf<{ groups: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('tilaus_ryhma as g', 'g.id', 't.tilaus_ryhma_id')
    .select(['t.id', 't.tilaus_ryhma_id as ryhma', 'g.status as groupStatus', 't.tilauksen_tila as tila', 't.lasku_id as lasku'])
    .where('g.id', '=', anyOf(parameter('groups')))
    .where('t.status', '=', 1)
    .where(({ eb, or }) => or([eb('t.avoin', '=', true), eb('t.tilauksen_tila', 'in', ['toimitettu', 'laskutettu'])]))
    .orderBy('t.id')
    .forShare('t'),
)

export type GroupMember = Awaited<ReturnType<typeof members>>[number]

/** The groups' invoiced and uninvoiced orders. Locks them: waits for changes of them in other transactions. */
export const membersOfGroups = (runner: Queryable, groups: readonly string[]): Promise<GroupMember[]> => members(runner, { groups })

type TypedWords = { words: readonly string[]; perWord: number; least: number }

/** Words of the dictionary of the search (decision 13) that are like the typed ones; the trigram index `hakusana_osat` finds them. */
const likeWordsQuery = statement((parameter: ParameterOf<TypedWords>) =>
  db
    .selectFrom(sql<{ word: string }>`unnest(${parameter('words')}::text[])`.as<'typed'>(sql`typed(word)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('hakusana as h')
          .select(['h.sana'])
          .select(sql<number>`similarity(h.sana, typed.word)`.as('likeness'))
          .where(sql<boolean>`h.sana % typed.word`)
          .where(sql<boolean>`similarity(h.sana, typed.word) >= ${parameter('least')}::real`)
          .orderBy('likeness', 'desc')
          .orderBy('h.sana')
          .limit(parameter('perWord'))
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['typed.word', 'found.sana'])
    .orderBy('found.likeness', 'desc'),
)

/** For each typed word, at most three words like it, the likest first. */
export async function likeWords(pool: Pool, words: readonly string[]): Promise<LikeWords> {
  const rows = await likeWordsQuery(pool, { words, perWord: 3, least: 0.3 })
  return Object.fromEntries([...Map.groupBy(rows, ({ word }) => word)].map(([word, found]) => [word, found.map(({ sana }) => sana)]))
}
