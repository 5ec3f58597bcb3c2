import { sql } from 'kysely'
import type { ShiftType } from '#domain/entities/shift/shift.entity.ts'
import type { RouteOfShift } from '#domain/entities/shift/shift.rules.ts'
import type { ShiftCarRow, ShiftNoteRow, ShiftRow, WorkRouteRow } from '#domain/features/shifts/shift-rows.ts'
import { anyOf, asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const ofShifts = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tyoreitti as r')
    .leftJoin('auto as a', (join) => join.onRef('a.id', '=', 'r.auto_id').on('a.status', '=', 1))
    .leftJoin('user as k', (join) => join.onRef('k.id', '=', 'r.kuljettaja_id').on('k.status', '=', 1))
    .select(['r.id', 'r.alkuaika', 'r.kesto', 'a.id as auto', 'k.id as kuljettaja'])
    .where('r.id', '=', anyOf(parameter('ids'))),
)

/** What shifts take from work routes, without cars and drivers that may no longer be used. */
export const routesForShifts = (runner: Queryable, ids: readonly string[]): Promise<RouteOfShift[]> => ofShifts(runner, { ids })

/** More shifts than any calendar has: 250 drivers in nine weeks. */
const maxShifts = 20_000

const shiftColumns = [
  ...(['v.id', 'v.vid', 'v.paiva', 'v.alkuaika', 'v.kesto', 'v.tila', 'v.tyyppi', 'v.tyoreitti_ids as tyoreitti'] as const),
  ...(['v.kuljettaja_id as kuljettaja', 'v.kuljettaja_default_id as kuljettaja_default', 'v.auto_id as auto'] as const),
  ...(['v.timestamp_julkaistu', 'v.timestamp_luettu'] as const),
] as const

type Days = { min: number; max: number }

const ofDays = statement(
  (parameter: ParameterOf<Days>) =>
    db
      .selectFrom('tyovuoro as v')
      .select(shiftColumns)
      .where('v.status', '=', 1)
      .where('v.paiva', '>=', parameter('min'))
      .where('v.paiva', '<=', parameter('max'))
      .orderBy('v.paiva')
      .orderBy('v.alkuaika')
      .orderBy('v.drupal_internal__id')
      .limit(maxShifts),
  'shifts_of_days',
)

/** The shifts from the day `min` to the day `max`, both midnights, by day and start. */
export const shiftsOfDays = (runner: Queryable, days: Days): Promise<ShiftRow[]> => ofDays(runner, days)

const byId = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro as v')
    .select(shiftColumns)
    .where('v.id', '=', anyOf(parameter('ids')))
    .where('v.status', '=', 1)
    .orderBy('v.paiva')
    .orderBy('v.alkuaika')
    .orderBy('v.drupal_internal__id'),
)

export const shiftsById = (runner: Queryable, ids: readonly string[]): Promise<ShiftRow[]> => byId(runner, { ids })

const routeColumns = [
  ...(['r.id', 'r.vid', 'r.name', 'r.reittinro', 'r.color', 'r.tila', 'r.alkuaika', 'r.kesto', 'r.jarjestys'] as const),
  ...(['r.kuljettaja_id as kuljettaja', 'r.auto_id as auto', 'r.vakioreitti_id as vakioreitti'] as const),
] as const
/** As the entity forms it. */
const routeTag = sql<string>`'TYR-' || r.drupal_internal__id`
const noteOf = sql<string>`coalesce(r.lisatiedot ->> 'value', '')`

const maxRoutes = 2000
type Removable = { poistettu: boolean }

const workRoutes = statement((parameter: ParameterOf<{ named: readonly string[] }>) =>
  db
    .selectFrom('tyoreitti as r')
    .select(routeColumns)
    .select((eb) => [routeTag.as('tunniste'), noteOf.as('lisatiedot'), asBoolean(eb('r.status', '=', 0)).as('poistettu')])
    .where((eb) => eb.or([eb('r.status', '=', 1), eb('r.id', '=', anyOf(parameter('named')))]))
    .orderBy('r.jarjestys')
    .orderBy('r.reittinro')
    .orderBy('r.drupal_internal__id')
    .limit(maxRoutes),
)

/** Live work routes in their order, and of the named ones also those that have been removed. */
export const workRoutesNamed = (runner: Queryable, named: readonly string[]): Promise<(WorkRouteRow & Removable)[]> =>
  workRoutes(runner, { named })

const cars = statement((parameter: ParameterOf<{ named: readonly string[] }>) =>
  db
    .selectFrom('auto as a')
    .select((eb) => ['a.id', 'a.rekisterinumero', 'a.name', asBoolean(eb('a.status', '=', 0)).as('poistettu')])
    .where((eb) => eb.or([eb('a.status', '=', 1), eb('a.id', '=', anyOf(parameter('named')))]))
    .orderBy('a.rekisterinumero')
    .orderBy('a.id')
    .limit(maxRoutes),
)

export const carsNamed = (runner: Queryable, named: readonly string[]): Promise<(ShiftCarRow & Removable)[]> => cars(runner, { named })

const notes = statement((parameter: ParameterOf<Days>) =>
  db
    .selectFrom('tyovuoro_lisatieto')
    .select(['id', 'vid', 'paiva', 'viesti'])
    .where('status', '=', 1)
    .where('paiva', '>=', parameter('min'))
    .where('paiva', '<=', parameter('max'))
    .orderBy('paiva')
    .orderBy('id')
    .limit(1000),
)

export const notesOfDays = (runner: Queryable, days: Days): Promise<ShiftNoteRow[]> => notes(runner, days)

type DriverPage = { ids: readonly string[] | null; limit: number; offset: number }
export type DriverOfCalendar = {
  id: string
  name: string
  lisakuljettaja: boolean
  ammattipatevyys_voimassa: number
  digipiirturikortti_voimassa: number
  puhelin: string
}

const drivers = statement((parameter: ParameterOf<DriverPage>) =>
  db
    .selectFrom('user as k')
    .leftJoin('profile_kuljettaja as p', (join) => join.onRef('p.uid_id', '=', 'k.id').on('p.status', '=', 1))
    .select(({ fn, val, lit }) => [
      'k.id',
      fn.coalesce(fn<string | null>('nullif', ['k.field_fullname', val('')]), 'k.name').as('name'),
      fn.coalesce('p.field_extra', lit(false)).as('lisakuljettaja'),
      fn.coalesce('p.field_ammattipatevyys_voimassa', lit(0)).as('ammattipatevyys_voimassa'),
      fn.coalesce('p.field_digipiirturikortti_voimass', lit(0)).as('digipiirturikortti_voimassa'),
      fn.coalesce('p.field_puhelinnumero', val('')).as('puhelin'),
      fn.countAll<number>().over().as('count'),
    ])
    .where((eb) =>
      eb.or([
        sql<boolean>`k.id = any(${parameter('ids')}::uuid[])`,
        eb.and([sql<boolean>`${parameter('ids')}::uuid[] is null`, eb('k.status', '=', 1), sql<boolean>`'kuljettaja' = any(k.user_roles)`]),
      ]),
    )
    .orderBy('name')
    .orderBy('k.id')
    .limit(parameter('limit'))
    .offset(parameter('offset')),
)

/** Enabled drivers by name, or those with the ids, and the number of all. */
export async function driversOfCalendar(
  runner: Queryable,
  { ids = null, limit = maxRoutes, offset = 0 }: Partial<DriverPage> = {},
): Promise<{ rows: DriverOfCalendar[]; count: number }> {
  const found = await drivers(runner, { ids, limit, offset })
  return { rows: found.map(({ count: _, ...row }) => row), count: found[0]?.count ?? 0 }
}

const usedCars = statement((parameter: ParameterOf<Days>) =>
  db
    .selectFrom('tyovuoro')
    .select('auto_id')
    .distinct()
    .where('status', '=', 1)
    .where('auto_id', 'is not', null)
    .where('paiva', '>=', parameter('min'))
    .where('paiva', '<=', parameter('max'))
    .orderBy('auto_id')
    .limit(maxRoutes),
)

/** The ids of the cars that some shift of the days has. */
export async function carsInUse(runner: Queryable, days: Days): Promise<string[]> {
  const rows = await usedCars(runner, days)
  return rows.flatMap(({ auto_id }) => auto_id ?? [])
}

const locked = statement((parameter: ParameterOf<Days & { drivers: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro')
    .select(['id', 'tila'])
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('paiva', '>=', parameter('min'))
    .where('paiva', '<=', parameter('max'))
    .orderBy('id')
    .limit(maxShifts)
    .forUpdate(),
)

/** The drivers' shifts of the days, locked until the transaction ends. */
export const lockedShifts = (runner: Queryable, of: Days & { drivers: readonly string[] }) => locked(runner, of)

const ofDriverDay = statement((parameter: ParameterOf<{ driver: string; day: number }>) =>
  db
    .selectFrom('tyovuoro')
    .select('id')
    .where('kuljettaja_id', '=', parameter('driver'))
    .where('paiva', '=', parameter('day'))
    .where('status', '=', 1)
    .orderBy('alkuaika')
    .orderBy('id')
    .limit(50),
)

export async function shiftsOfDriverDay(runner: Queryable, of: { driver: string; day: number }): Promise<string[]> {
  return (await ofDriverDay(runner, of)).map(({ id }) => id)
}

const versions = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro')
    .select(['id', 'vid'])
    .where('id', '=', anyOf(parameter('ids')))
    .unionAll(
      db
        .selectFrom('tyoreitti')
        .select(['id', 'vid'])
        .where('id', '=', anyOf(parameter('ids'))),
    ),
)

/** The stored versions of shifts and work routes. */
export async function storedVersions(runner: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map((await versions(runner, { ids })).map(({ id, vid }) => [id, vid]))
}

/** Two calls that fill the same days wait for each other, so that no day is filled twice; until the transaction ends. */
export async function lockFilling(runner: Queryable): Promise<void> {
  await runner.query(`select pg_advisory_xact_lock(hashtextextended('tyovuoro_oletukset', 0))`)
}

const defaults = statement((_: ParameterOf<object>) =>
  db
    .selectFrom('tyoreitti as r')
    .innerJoin('user as k', 'k.id', 'r.kuljettaja_id')
    .select(['r.id', 'k.id as kuljettaja'])
    .where('r.status', '=', 1)
    .where('r.tila', '=', 'ACTIVE')
    .where('k.status', '=', 1)
    .where(sql<boolean>`'kuljettaja' = any(k.user_roles)`)
    .orderBy('r.jarjestys')
    .orderBy('r.reittinro')
    .orderBy('r.drupal_internal__id')
    .limit(maxRoutes),
)

/** Active work routes that have a usual driver, in their order. */
export const routesWithDrivers = (runner: Queryable): Promise<{ id: string; kuljettaja: string }[]> => defaults(runner, {})

const busy = statement((parameter: ParameterOf<Days & { drivers: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro')
    .select(['kuljettaja_id as kuljettaja', 'paiva'])
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('paiva', '>=', parameter('min'))
    .where('paiva', '<=', parameter('max'))
    .limit(maxShifts),
)

/** The days on which each of the drivers has a shift. */
export const busyDays = (runner: Queryable, of: Days & { drivers: readonly string[] }) => busy(runner, of)

const ownShifts = statement((parameter: ParameterOf<Days & { driver: string }>) =>
  db
    .selectFrom('tyovuoro as v')
    .leftJoin('auto as a', 'a.id', 'v.auto_id')
    .select(['v.id', 'v.vid', 'v.paiva', 'v.alkuaika', 'v.kesto', 'v.tyyppi', 'v.timestamp_julkaistu', 'v.timestamp_luettu'])
    .select(['a.id as auto', 'a.rekisterinumero'])
    .select(({ selectFrom }) =>
      selectFrom('tyoreitti as r')
        .select(
          sql<
            DriverRoute[]
          >`coalesce(json_agg(json_build_object('id', r.id, 'tunniste', ${routeTag}, 'reittinro', r.reittinro, 'name', r.name, 'color', r.color, 'lisatiedot', ${noteOf})
            order by array_position(v.tyoreitti_ids, r.id)), '[]')`.as('reitit'),
        )
        .where('r.id', '=', sql<string>`any(v.tyoreitti_ids)`)
        .as('tyoreitit'),
    )
    .where('v.kuljettaja_id', '=', parameter('driver'))
    .where('v.tila', '=', 'PUBLISHED')
    .where('v.status', '=', 1)
    .where('v.paiva', '>=', parameter('min'))
    .where('v.paiva', '<=', parameter('max'))
    .orderBy('v.paiva')
    .orderBy('v.alkuaika')
    .orderBy('v.drupal_internal__id')
    .limit(500),
)
type DriverRoute = { id: string; tunniste: string; reittinro: string; name: string; color: string; lisatiedot: string }

/** The driver's published shifts, with what they drive. */
export const publishedShifts = (runner: Queryable, of: Days & { driver: string }) => ownShifts(runner, of)

const shiftsOfDay = statement((parameter: ParameterOf<{ day: number }>) =>
  db
    .selectFrom('tyovuoro as v')
    .select(['v.id', 'v.kuljettaja_id as kuljettaja', 'v.tyyppi', 'v.alkuaika', 'v.kesto'])
    .select(({ selectFrom }) =>
      selectFrom('tyoreitti as r')
        .select(sql<string[]>`coalesce(json_agg(r.reittinro order by array_position(v.tyoreitti_ids, r.id)), '[]')`.as('numerot'))
        .where('r.id', '=', sql<string>`any(v.tyoreitti_ids)`)
        .as('reittinumerot'),
    )
    .where('v.paiva', '=', parameter('day'))
    .where('v.kuljettaja_id', 'is not', null)
    .where('v.status', '=', 1)
    .orderBy('v.alkuaika')
    .orderBy('v.drupal_internal__id')
    .limit(maxShifts),
)
export type ShiftOfDay = {
  id: string
  kuljettaja: string | null
  tyyppi: ShiftType
  alkuaika: number
  kesto: number
  reittinumerot: string[] | null
}

export const driversShiftsOfDay = (runner: Queryable, day: number): Promise<ShiftOfDay[]> => shiftsOfDay(runner, { day })

/** Orders on the shifts are announced to the shifts' drivers, as orders that are assigned to them (rules/sms.md#new-orders). */
export async function announceShiftOrders(runner: Queryable, { shifts, now }: { shifts: readonly string[]; now: number }): Promise<void> {
  if (shifts.length === 0) return
  await runner.query(
    `insert into uusi_ajo (kuljettaja_id, tilaus_id, luotu)
     select distinct v.kuljettaja_id, l.tilaus_id, $2::bigint from tyovuoro v
     join (select tyovuoro_id, tilaus_id from lahetys where status = 1 and tila = 'odottaa_noutoa'
           union select tyovuoro_id, tilaus_id from tuntituote where status = 1 and tila = 'odottaa_noutoa') l on l.tyovuoro_id = v.id
     where v.id = any($1) and v.kuljettaja_id is not null on conflict do nothing`,
    [shifts, now],
  )
}

const link = statement((parameter: ParameterOf<{ driver: string }>) =>
  db.selectFrom('calendar_link').select(['made', 'last_read']).where('user_id', '=', parameter('driver')),
)

export async function linkOf(runner: Queryable, driver: string): Promise<{ made: number; last_read: number } | null> {
  const [found] = await link(runner, { driver })
  return found ?? null
}

const storedLink = statement((parameter: ParameterOf<{ driver: string; hash: string; now: number }>) =>
  db
    .insertInto('calendar_link')
    .values({ user_id: parameter('driver'), token_hash: parameter('hash'), made: parameter('now'), last_read: 0 })
    .onConflict((of) => of.column('user_id').doUpdateSet({ token_hash: parameter('hash'), made: parameter('now'), last_read: 0 }))
    .returning('user_id'),
)

export async function storeLink(runner: Queryable, made: { driver: string; hash: string; now: number }): Promise<void> {
  await storedLink(runner, made)
}

const removedLink = statement((parameter: ParameterOf<{ driver: string }>) =>
  db.deleteFrom('calendar_link').where('user_id', '=', parameter('driver')).returning('user_id'),
)

export async function deleteLink(runner: Queryable, driver: string): Promise<void> {
  await removedLink(runner, { driver })
}

const linked = statement((parameter: ParameterOf<{ hash: string }>) =>
  db
    .selectFrom('calendar_link as c')
    .innerJoin('user as k', 'k.id', 'c.user_id')
    .select('k.id')
    .where('c.token_hash', '=', parameter('hash'))
    .where('k.status', '=', 1)
    .where(sql<boolean>`'kuljettaja' = any(k.user_roles)`),
)

/** The enabled driver of a link; null when there is none. */
export async function driverOfLink(runner: Queryable, hash: string): Promise<string | null> {
  const [found] = await linked(runner, { hash })
  return found?.id ?? null
}

const read = statement((parameter: ParameterOf<{ driver: string; now: number }>) =>
  db
    .updateTable('calendar_link')
    .set({ last_read: parameter('now') })
    .where('user_id', '=', parameter('driver'))
    .returning('user_id'),
)

export async function countReading(runner: Queryable, driver: string, now: number): Promise<void> {
  await read(runner, { driver, now })
}
