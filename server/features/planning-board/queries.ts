import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Days = { drivers: readonly string[]; days: readonly number[]; ids: readonly string[] }

/** Locks the shifts on which the drivers work on the days, and those with the ids. In the order of their ids, as the engine does. */
const lockedShifts = statement((parameter: ParameterOf<Days>) =>
  db
    .selectFrom('tyovuoro')
    .select('id')
    .where(({ eb, or, and }) =>
      or([
        eb('id', '=', anyOf(parameter('ids'))),
        and([
          eb('kuljettaja_id', '=', anyOf(parameter('drivers'))),
          eb('paiva', '=', anyOf(parameter('days'))),
          eb('status', '=', 1),
          eb('tyyppi', '=', 'TYOVUORO'),
        ]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate(),
)
export const lockShifts = (runner: Queryable, days: Days): Promise<{ id: string }[]> => lockedShifts(runner, days)

/** The shifts with what the schedule needs: the car (its own, or the first one of its work routes) and the driver's shift before it. */
const shifts = statement(
  (parameter: ParameterOf<{ ids: readonly string[] }>) =>
    db
      .selectFrom('tyovuoro as v')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('tyovuoro as e')
            .select(['e.paiva', 'e.alkuaika', 'e.kesto'])
            .whereRef('e.kuljettaja_id', '=', 'v.kuljettaja_id')
            .whereRef('e.id', '<>', 'v.id')
            .where('e.status', '=', 1)
            .where('e.tyyppi', 'in', ['TYOVUORO', 'KOULUTUS'])
            .where('e.kesto', '>', 0)
            .where(({ eb, and, or }) =>
              or([
                eb('e.paiva', '<', eb.ref('v.paiva')),
                and([eb('e.paiva', '=', eb.ref('v.paiva')), eb('e.alkuaika', '<', eb.ref('v.alkuaika'))]),
              ]),
            )
            .where(({ eb }) => eb('e.paiva', '>=', eb('v.paiva', '-', eb.lit(3 * 86_400))))
            .orderBy('e.paiva', 'desc')
            .orderBy('e.alkuaika', 'desc')
            .orderBy('e.id')
            .limit(1)
            .as('edellinen'),
        (join) => join.onTrue(),
      )
      .select(({ fn, selectFrom }) => [
        'v.id',
        'v.vid',
        'v.kuljettaja_id as kuljettaja',
        'v.paiva',
        'v.alkuaika',
        'v.kesto',
        'v.tila',
        'v.status',
        'v.tyyppi',
        'v.reitti_lukittu',
        'edellinen.paiva as edellinen_paiva',
        'edellinen.alkuaika as edellinen_alkuaika',
        'edellinen.kesto as edellinen_kesto',
        jsonArrayFrom(
          selectFrom('tyoreitti as r')
            .select(['r.reittinro', 'r.name', 'r.color'])
            .where('r.id', '=', fn.any('v.tyoreitti_ids'))
            .where('r.status', '=', 1)
            .orderBy((route) => route.fn('array_position', ['v.tyoreitti_ids', 'r.id'])),
        ).as('reitit'),
        jsonObjectFrom(
          selectFrom('auto as a')
            .select(['a.id', 'a.rekisterinumero', 'a.kantavuus', 'a.lavapaikat'])
            .where(({ eb }) =>
              eb(
                'a.id',
                '=',
                eb.fn.coalesce(
                  'v.auto_id',
                  selectFrom('tyoreitti as r')
                    .select('r.auto_id')
                    .where('r.id', '=', fn.any('v.tyoreitti_ids'))
                    .where('r.status', '=', 1)
                    .where('r.auto_id', 'is not', null)
                    .orderBy((route) => route.fn('array_position', ['v.tyoreitti_ids', 'r.id']))
                    .limit(1)
                    .$asScalar(),
                ),
              ),
            )
            .where('a.status', '=', 1),
        ).as('auto'),
      ])
      .where('v.id', '=', anyOf(parameter('ids')))
      .orderBy('v.paiva')
      .orderBy('v.alkuaika')
      .orderBy('v.id'),
  'planned-shifts',
)
export type PlannedShift = Awaited<ReturnType<typeof shifts>>[number]
export const readShifts = (runner: Queryable, ids: readonly string[]): Promise<PlannedShift[]> => shifts(runner, { ids })

const stopColumns = [
  ...(['id', 'vid', 'status', 'tyyppi', 'nimi', 'osoite1', 'postinro', 'postitmp', 'maa', 'lat', 'lng'] as const),
  ...(['jarjestys', 'lukittu', 'kesto', 'lahetykset_ids as lahetykset', 'tuntituote_id as tuntituote'] as const),
  ...(['arvioitu_saapuminen', 'arvioitu_lahto', 'ajo_metrit', 'ajo_sekunnit'] as const),
] as const
const stops = statement((parameter: ParameterOf<{ shifts: readonly string[]; works: readonly string[] }>) =>
  db
    .selectFrom('ajo_pysahdys')
    .select(stopColumns)
    .select(({ ref }) => ref('tyovuoro_id').$notNull().as('tyovuoro'))
    .where('status', '=', 1)
    .where(({ eb, or, and }) =>
      or([
        eb('tyovuoro_id', '=', anyOf(parameter('shifts'))),
        // With the status, the condition of the partial index ajo_pysahdys_lahetykset.
        and([sql<boolean>`lahetykset_ids <> '{}'`, eb('lahetykset_ids', '&&', parameter('works').$castTo<string[]>())]),
        eb('tuntituote_id', '=', anyOf(parameter('works'))),
      ]),
    )
    .orderBy('tyovuoro_id')
    .orderBy('jarjestys')
    .orderBy('id'),
)
export type StoredStop = Awaited<ReturnType<typeof stops>>[number]
/** The stops of the shifts, and those of the shipments and hourly jobs, by shift in the order of driving. */
export const readStops = (runner: Queryable, of: { shifts?: readonly string[]; works?: readonly string[] }): Promise<StoredStop[]> =>
  stops(runner, { shifts: of.shifts ?? [], works: of.works ?? [] })

const shipmentColumns = [
  ...(['id', 'vid', 'status', 'tila', 'kuljettaja_id as kuljettaja', 'tilaus_id as tilaus', 'drupal_internal__id'] as const),
  ...(['tyyppi', 'maara', 'pituus', 'leveys', 'paino', 'varauma', 'toivottu_toimitus', 'palveluaika'] as const),
  ...(['nouto_aika_alku', 'nouto_aika_loppu', 'toimitus_aika_alku', 'toimitus_aika_loppu'] as const),
  ...(['timestamp_noudettu', 'timestamp_toimitettu', 'nouto_osoite_id as nouto_osoite', 'toimitus_osoite_id as toimitus_osoite'] as const),
  ...(['nouto_nimi', 'nouto_osoite1', 'nouto_postinro', 'nouto_postitmp', 'nouto_maa'] as const),
  ...(['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro', 'toimitus_postitmp', 'toimitus_maa'] as const),
  ...(['asiakas_id as asiakas', 'poikkeama_id as poikkeama', 'auto_id as auto', 'nykyinen_osoite_id as nykyinen_osoite'] as const),
] as const
const jobColumns = [
  ...(['id', 'vid', 'status', 'tila', 'kuljettaja_id as kuljettaja', 'tilaus_id as tilaus', 'drupal_internal__id'] as const),
  ...(['aika', 'aloitusaika', 'lopetusaika', 'toimituspaiva', 'timestamp_toimitettu', 'nouto_osoite_id as nouto_osoite'] as const),
  ...(['nouto_nimi', 'nouto_osoite1', 'nouto_postinro', 'nouto_postitmp', 'nouto_maa', 'selite'] as const),
  ...(['asiakas_id as asiakas', 'auto_id as auto'] as const),
] as const

const shipmentsById = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('lahetys')
    .select(shipmentColumns)
    .where('id', '=', anyOf(parameter('ids')))
    .orderBy('id'),
)
const jobsById = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tuntituote')
    .select(jobColumns)
    .where('id', '=', anyOf(parameter('ids')))
    .orderBy('id'),
)
export type PlannedShipment = Awaited<ReturnType<typeof shipmentsById>>[number]
export type PlannedJob = Awaited<ReturnType<typeof jobsById>>[number]
export const readShipments = (runner: Queryable, ids: readonly string[]): Promise<PlannedShipment[]> => shipmentsById(runner, { ids })
export const readJobs = (runner: Queryable, ids: readonly string[]): Promise<PlannedJob[]> => jobsById(runner, { ids })

const done = ['toimitettu', 'peruutettu'] as const
/** More than a board can show usefully. */
const maxOpenWork = 3000

const openShipments = statement((parameter: ParameterOf<{ drivers: readonly string[] }>) =>
  db
    .selectFrom('lahetys')
    .select(shipmentColumns)
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('tila', 'not in', done)
    .orderBy('id')
    .limit(maxOpenWork),
)
const openJobs = statement((parameter: ParameterOf<{ drivers: readonly string[] }>) =>
  db
    .selectFrom('tuntituote')
    .select(jobColumns)
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('tila', 'not in', done)
    .orderBy('id')
    .limit(maxOpenWork),
)
/** The undelivered work of the drivers. */
export async function readOpenWork(
  runner: Queryable,
  drivers: readonly string[],
): Promise<{ shipments: PlannedShipment[]; jobs: PlannedJob[] }> {
  const shipments = await openShipments(runner, { drivers })
  return { shipments, jobs: await openJobs(runner, { drivers }) }
}

const addresses = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('postiosoite')
    .select(['id', 'lat', 'lng', 'name as nimi', 'field_osoite_1 as osoite1', 'field_postinumero as postinro'])
    .select(['field_postitoimipaikka as postitmp', 'field_maa as maa'])
    .where('id', '=', anyOf(parameter('ids'))),
)
export type LocatedAddress = {
  point: { lat: number; lng: number } | undefined
  texts: Omit<Awaited<ReturnType<typeof addresses>>[number], 'id' | 'lat' | 'lng'>
}
/** Saved addresses, with their points when these are known. */
export async function readAddresses(runner: Queryable, ids: readonly string[]): Promise<Map<string, LocatedAddress>> {
  const rows = ids.length === 0 ? [] : await addresses(runner, { ids })
  return new Map(rows.map(({ id, lat, lng, ...texts }) => [id, { point: lat === null || lng === null ? undefined : { lat, lng }, texts }]))
}

const ordersToLock = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus')
    .select('id')
    .where('id', '=', anyOf(parameter('ids')))
    .orderBy('id')
    .forNoKeyUpdate(),
)
/** Locks orders before the shifts, as the saves of their lines do. */
export const lockOrders = (runner: Queryable, ids: readonly string[]): Promise<{ id: string }[]> => ordersToLock(runner, { ids })

/** The first moment and the end of the days shown. */
type Period = { from: number; next: number }

// As `plannedDays` in the domain; the indexes lahetys_ajopaiva, lahetys_noutopaiva and tuntituote_ajopaiva have the same expressions.
const deliveryDay = sql<number>`coalesce(nullif(toimitus_aika_alku, 0), nullif(toimitus_aika_loppu, 0), nullif(toivottu_toimitus, 0), nullif(nouto_aika_alku, 0), nouto_aika_loppu)`
const pickupDay = sql<number>`coalesce(nullif(nouto_aika_alku, 0), nullif(nouto_aika_loppu, 0))`
const jobDay = sql<number>`coalesce(nullif(aloitusaika, 0), toimituspaiva)`

const shipmentsOfDay = statement(
  (parameter: ParameterOf<Period>) =>
    db
      .selectFrom('lahetys')
      .select(shipmentColumns)
      .where('status', '=', 1)
      .where('tila', 'not in', done)
      .where(({ eb, or, and }) =>
        or([
          and([eb(deliveryDay, '>=', parameter('from')), eb(deliveryDay, '<', parameter('next'))]),
          and([eb(pickupDay, '>=', parameter('from')), eb(pickupDay, '<', parameter('next'))]),
        ]),
      )
      .orderBy(deliveryDay, 'desc')
      .orderBy('drupal_internal__id', 'desc')
      .limit(maxOpenWork),
  'board-shipments',
)
const jobsOfDay = statement(
  (parameter: ParameterOf<Period>) =>
    db
      .selectFrom('tuntituote')
      .select(jobColumns)
      .where('status', '=', 1)
      .where('tila', 'not in', done)
      .where(jobDay, '>=', parameter('from'))
      .where(jobDay, '<', parameter('next'))
      .orderBy(jobDay, 'desc')
      .orderBy('drupal_internal__id', 'desc')
      .limit(maxOpenWork),
  'board-jobs',
)

const inOrderOfNumbers = <T extends { id: string; drupal_internal__id: number }>(...lists: readonly T[][]): T[] =>
  [...new Map(lists.flat().map((row) => [row.id, row])).values()].toSorted((a, b) => a.drupal_internal__id - b.drupal_internal__id)

/** The open work of the days, of which the newest when there is too much, and all work with the ids, whatever its day. */
export async function readWorkOfDay(
  runner: Queryable,
  { ids, ...period }: Period & { ids: readonly string[] },
): Promise<{ shipments: PlannedShipment[]; jobs: PlannedJob[] }> {
  const [shipments, jobs] = [await shipmentsOfDay(runner, period), await jobsOfDay(runner, period)]
  return {
    shipments: inOrderOfNumbers(shipments, await readShipments(runner, ids)),
    jobs: inOrderOfNumbers(jobs, await readJobs(runner, ids)),
  }
}

const shiftsOfDay = statement((parameter: ParameterOf<{ day: number }>) =>
  db
    .selectFrom('tyovuoro')
    .select('id')
    .where('paiva', '=', parameter('day'))
    .where('status', '=', 1)
    .where('tyyppi', '=', 'TYOVUORO')
    .where('kuljettaja_id', 'is not', null)
    .orderBy('id')
    .limit(500),
)
export const readShiftIds = async (runner: Queryable, day: number): Promise<string[]> =>
  (await shiftsOfDay(runner, { day })).map(({ id }) => id)
/** The driver's shifts of a day, the one that begins first before the others. */
export const readShiftsOf = async (runner: Queryable, driver: string, day: number): Promise<PlannedShift[]> =>
  (await readShifts(runner, await readShiftIds(runner, day))).filter(({ kuljettaja }) => kuljettaja === driver)

const people = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('user as u')
    .leftJoin('profile_kuljettaja as p', (join) => join.onRef('p.uid_id', '=', 'u.id').on('p.status', '=', 1))
    .distinctOn('u.id')
    .select(({ fn, val }) => [
      'u.id',
      fn.coalesce(fn<string | null>('nullif', ['u.field_fullname', val('')]), 'u.name').as('name'),
      'p.field_puhelinnumero as numero',
      'p.field_puhelinnumero_maakoodi as maakoodi',
    ])
    .where('u.id', '=', anyOf(parameter('ids')))
    .orderBy('u.id'),
)
export const readPeople = (runner: Queryable, ids: readonly string[]) => people(runner, { ids })

const ordersOf = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(['t.id', 't.tilausnro', 'a.name as asiakas'])
    .where('t.id', '=', anyOf(parameter('ids'))),
)
export const readOrders = (runner: Queryable, ids: readonly string[]) => ordersOf(runner, { ids })

const versions = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('ajo_pysahdys')
    .select(['id', 'vid', 'status'])
    .where('id', '=', anyOf(parameter('ids')))
    .unionAll(
      db
        .selectFrom('tyovuoro')
        .select(['id', 'vid', 'status'])
        .where('id', '=', anyOf(parameter('ids'))),
    )
    .unionAll(
      db
        .selectFrom('lahetys')
        .select(['id', 'vid', 'status'])
        .where('id', '=', anyOf(parameter('ids'))),
    )
    .unionAll(
      db
        .selectFrom('tuntituote')
        .select(['id', 'vid', 'status'])
        .where('id', '=', anyOf(parameter('ids'))),
    ),
)
/** The versions of stops, shifts, shipments and hourly jobs. */
export const readVersions = async (runner: Queryable, ids: readonly string[]): Promise<Map<string, number>> =>
  new Map((await versions(runner, { ids })).map(({ id, vid }) => [id, vid]))

const removedStops = statement((parameter: ParameterOf<{ shifts: readonly string[] }>) =>
  db
    .selectFrom('ajo_pysahdys')
    .select(stopColumns)
    .select(({ ref }) => [ref('tyovuoro_id').$notNull().as('tyovuoro'), 'revision_created as removed'])
    .where('tyovuoro_id', '=', anyOf(parameter('shifts')))
    .where('status', '=', 0)
    .orderBy('revision_created', 'desc')
    .orderBy('jarjestys')
    .orderBy('id')
    .limit(maxOpenWork),
)
export type RemovedStop = StoredStop & { removed: number }
/** The stops that have been removed from the shifts: the latest first, those of one moment in their order. */
export const readRemovedStops = (runner: Queryable, shifts: readonly string[]): Promise<RemovedStop[]> => removedStops(runner, { shifts })

const storedStops = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('ajo_pysahdys')
    .select(stopColumns)
    .select(({ ref }) => ref('tyovuoro_id').$notNull().as('tyovuoro'))
    .where('id', '=', anyOf(parameter('ids')))
    .orderBy('id'),
)
/** Stops by their ids, removed ones too. */
export const readStopsById = (runner: Queryable, ids: readonly string[]): Promise<StoredStop[]> => storedStops(runner, { ids })
