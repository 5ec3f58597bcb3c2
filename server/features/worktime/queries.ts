import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { sumNames } from '#domain/entities/worktime/sent-sums.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const openDays = statement((parameter: ParameterOf<{ drivers: readonly string[]; exceptDays: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro_kirjaus')
    .select('kuljettaja_id')
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('loppuaika', '=', 0)
    .where(({ eb, not }) => not(eb('id', '=', anyOf(parameter('exceptDays'))))),
)

/** The drivers among these who have an open day other than `exceptDays`. */
export async function driversWithOpenDays(runner: Queryable, drivers: readonly string[], exceptDays: readonly string[]): Promise<string[]> {
  const rows = await openDays(runner, { drivers, exceptDays })
  return rows.map(({ kuljettaja_id }) => kuljettaja_id)
}

/** Records that start from `min` until `max` (unix seconds, without `max`). */
type Range = { drivers: readonly string[]; min: number; max: number }

const recordsOfPeriod = statement((parameter: ParameterOf<Range>) =>
  db
    .selectFrom('tyovuoro_kirjaus')
    .select([
      'id',
      'kuljettaja_id as kuljettaja',
      'paiva',
      'alkuaika',
      'tarkistettu',
      'lahetetty',
      'lahetetyt_summat',
      'jakso_ei_tasmaa',
      ...sumNames,
    ])
    .where('kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('status', '=', 1)
    .where('alkuaika', '>=', parameter('min'))
    .where('alkuaika', '<', parameter('max')),
)
export const periodRecords = (runner: Queryable, range: Range) => recordsOfPeriod(runner, range)

const recordsWithTasks = statement((parameter: ParameterOf<Range>) =>
  db
    .selectFrom('tyovuoro_kirjaus as k')
    .select(['k.id', 'k.kuljettaja_id as kuljettaja', 'k.paiva', 'k.alkuaika', 'k.loppuaika'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('tyovuoro_kirjaus_tehtava as t')
          .select(['t.tyyppi', 't.alkuaika'])
          .whereRef('t.tyovuoro_kirjaus_id', '=', 'k.id')
          .where('t.status', '=', 1)
          .orderBy('t.alkuaika')
          .orderBy('t.drupal_internal__id'),
      ).as('tehtavat'),
    )
    .where('k.kuljettaja_id', '=', anyOf(parameter('drivers')))
    .where('k.status', '=', 1)
    .where('k.alkuaika', '>=', parameter('min'))
    .where('k.alkuaika', '<', parameter('max'))
    .orderBy('k.alkuaika')
    .orderBy('k.id'),
)
/** Records with their tasks, as `sumsOf` and `breachesOf` take them, with their driver. */
export const recordedDays = (runner: Queryable, range: Range) => recordsWithTasks(runner, range)

const recordsOfDriver = statement((parameter: ParameterOf<{ driver: string; min: number }>) =>
  db
    .selectFrom('tyovuoro_kirjaus as k')
    .select(['k.id', 'k.paiva', 'k.alkuaika', 'k.loppuaika'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('tyovuoro_kirjaus_tehtava as t')
          .select(['t.id', 't.tyyppi', 't.alkuaika', 't.latitude', 't.longitude', 't.address_print'])
          .whereRef('t.tyovuoro_kirjaus_id', '=', 'k.id')
          .where('t.status', '=', 1)
          .orderBy('t.alkuaika')
          .orderBy('t.drupal_internal__id'),
      ).as('tehtavat'),
    )
    .where('k.kuljettaja_id', '=', parameter('driver'))
    .where('k.status', '=', 1)
    .where('k.alkuaika', '>=', parameter('min'))
    .orderBy('k.alkuaika')
    .orderBy('k.id')
    .limit(200),
)
/** The driver's own records that start from `min`, with their tasks and places. */
export const ownRecords = (runner: Queryable, of: { driver: string; min: number }) => recordsOfDriver(runner, of)

const nearRecords = statement((parameter: ParameterOf<{ driver: string; min: number; max: number }>) =>
  db
    .selectFrom('tyovuoro_kirjaus')
    .select(['id', 'alkuaika', 'loppuaika', 'auto_id as auto', 'tarkistettu', 'tarkista', 'alkuperainen'])
    .where('kuljettaja_id', '=', parameter('driver'))
    .where('status', '=', 1)
    .where(({ eb, or, and }) =>
      or([eb('loppuaika', '=', 0), and([eb('alkuaika', '>=', parameter('min')), eb('alkuaika', '<', parameter('max'))])]),
    )
    .orderBy('alkuaika')
    .orderBy('drupal_internal__id'),
)
/** The driver's open record, and those that start from `min` until `max`. */
export const recordsNear = (runner: Queryable, near: { driver: string; min: number; max: number }) => nearRecords(runner, near)

const tasksOf = statement((parameter: ParameterOf<{ record: string }>) =>
  db
    .selectFrom('tyovuoro_kirjaus_tehtava')
    .select(['id', 'tyyppi', 'alkuaika', 'tarkista', 'status'])
    .where('tyovuoro_kirjaus_id', '=', parameter('record'))
    .orderBy('alkuaika')
    .orderBy('drupal_internal__id'),
)
/** The tasks of a record by start, removed ones included. */
export const tasksOfRecord = (runner: Queryable, record: string) => tasksOf(runner, { record })

const openRecord = statement((parameter: ParameterOf<{ driver: string }>) =>
  db
    .selectFrom('tyovuoro_kirjaus')
    .select('id')
    .where('kuljettaja_id', '=', parameter('driver'))
    .where('status', '=', 1)
    .where('loppuaika', '=', 0),
)
/** The id of the driver's open record, or null. */
export async function openRecordOf(runner: Queryable, driver: string): Promise<string | null> {
  const [row] = await openRecord(runner, { driver })
  return row?.id ?? null
}

const dayOfDriver = statement((parameter: ParameterOf<{ driver: string; id: string }>) =>
  db
    .selectFrom('tyovuoro_kirjaus as k')
    .select(['k.id', 'k.vid', 'k.paiva', 'k.alkuaika', 'k.loppuaika', 'k.tarkista'])
    .select(({ selectFrom }) => [
      jsonObjectFrom(selectFrom('auto as a').select(['a.id', 'a.rekisterinumero']).whereRef('a.id', '=', 'k.auto_id')).as('auto'),
      jsonArrayFrom(
        selectFrom('tyovuoro_kirjaus_tehtava as t')
          .select(['t.id', 't.tyyppi', 't.alkuaika', 't.tarkista', 't.latitude', 't.longitude', 't.address_print'])
          .whereRef('t.tyovuoro_kirjaus_id', '=', 'k.id')
          .where('t.status', '=', 1)
          .orderBy('t.alkuaika')
          .orderBy('t.drupal_internal__id'),
      ).as('tehtavat'),
    ])
    .where('k.id', '=', parameter('id'))
    .where('k.kuljettaja_id', '=', parameter('driver'))
    .where('k.status', '=', 1),
)
/** A record of the driver's own with its tasks. */
export async function driverRecord(runner: Queryable, of: { driver: string; id: string }) {
  const [row] = await dayOfDriver(runner, of)
  return row ?? null
}

type Ownership = { driver: string; id: string }
const recordOwners = statement((parameter: ParameterOf<{ id: string }>) =>
  db.selectFrom('tyovuoro_kirjaus').select(['id', 'kuljettaja_id as kuljettaja']).where('id', '=', parameter('id')),
)
const taskOwners = statement((parameter: ParameterOf<{ id: string }>) =>
  db
    .selectFrom('tyovuoro_kirjaus_tehtava as t')
    .innerJoin('tyovuoro_kirjaus as k', 'k.id', 't.tyovuoro_kirjaus_id')
    .select(['k.id', 'k.kuljettaja_id as kuljettaja'])
    .where('t.id', '=', parameter('id')),
)
type Owned = 'own' | 'other' | null
const ownedBy = (rows: readonly { kuljettaja: string }[], driver: string): Owned => {
  const [row] = rows
  return row ? (row.kuljettaja === driver ? 'own' : 'other') : null
}
/** Whose record has the id, removed ones included; null when none has. */
export const recordOwner = async (runner: Queryable, { driver, id }: Ownership): Promise<Owned> =>
  ownedBy(await recordOwners(runner, { id }), driver)
/** The record of the task with the id, and whose it is; null when there is no such task. */
export async function taskOwner(runner: Queryable, { driver, id }: Ownership): Promise<{ record: string; owned: Owned } | null> {
  const rows = await taskOwners(runner, { id })
  const [row] = rows
  return row ? { record: row.id, owned: ownedBy(rows, driver) } : null
}

const withoutSums = statement((parameter: ParameterOf<{ after: string; limit: number }>) =>
  db
    .selectFrom('tyovuoro_kirjaus')
    .select('id')
    .where('status', '=', 1)
    .where('tarkistettu', '=', false)
    .where('lahetetty', '=', false)
    .where('loppuaika', '>', 0)
    .where(
      sql<boolean>`(aika_kesto <> (loppuaika - alkuaika) / 60 or aika_ajo + aika_lastaus + aika_purku + aika_muu + aika_tauko + aika_odotus <> aika_kesto
        or aika_tyoaika <> aika_kesto - aika_tauko - aika_odotus)`,
    )
    .where('id', '>', parameter('after'))
    .orderBy('id')
    .limit(parameter('limit')),
)
/** Unchecked ended records whose sums do not add up to their duration, by id after the given one. */
export const recordsWithoutSums = async (runner: Queryable, page: { after: string; limit: number }): Promise<string[]> =>
  (await withoutSums(runner, page)).map(({ id }) => id)

/**
 * Erases the places of tasks that started before the moment, from the tasks and from their history, also those that a task no longer has. Returns
 * the number of tasks that had one.
 */
export async function erasePlaces(runner: Queryable, before: number): Promise<number> {
  const { rows } = await runner.query<{ maara: number }>(
    `WITH vanhat AS (
       UPDATE tyovuoro_kirjaus_tehtava SET latitude = NULL, longitude = NULL, address_print = ''
       WHERE alkuaika < $1 AND (latitude IS NOT NULL OR longitude IS NOT NULL OR address_print <> '')
       RETURNING id
     ), historia AS (
       UPDATE revisio r SET muutokset = r.muutokset - '{latitude,longitude,address_print}'::text[]
       FROM tyovuoro_kirjaus_tehtava t
       WHERE r.entiteetti = 'tyovuoro_kirjaus_tehtava' AND r.muutokset ?| '{latitude,longitude,address_print}'::text[]
         AND t.id = r.rivi AND t.alkuaika < $1
     )
     SELECT count(*)::int AS maara FROM vanhat`,
    [before],
  )
  return rows[0]?.maara ?? 0
}

const openDaysOfAll = statement(() =>
  db
    .selectFrom('tyovuoro_kirjaus as k')
    .innerJoin('user as u', 'u.id', 'k.kuljettaja_id')
    .select(['k.id', 'k.alkuaika', 'u.id as kuljettaja', sql<string>`coalesce(nullif(u.field_fullname, ''), u.name)`.as('nimi')])
    .where('k.status', '=', 1)
    .where('k.loppuaika', '=', 0)
    .orderBy('k.id'),
)
/** All days that are open, with their drivers. */
export const openDaysWithDrivers = (runner: Queryable) => openDaysOfAll(runner, {})

/** The keys of notifications of open days begin with this and the id of the record. */
export const openDayNotice = 'paiva_auki.'

const openDayNotices = statement((parameter: ParameterOf<{ keys: readonly string[] }>) =>
  db
    .selectFrom('notification')
    .select(['id', 'key', 'disabled'])
    .where(({ eb, or, and }) =>
      or([
        eb('key', '=', anyOf(parameter('keys'))),
        and([eb('status', '=', 1), eb('disabled', '=', false), eb('key', 'like', sql.lit(`${openDayNotice}%`))]),
      ]),
    )
    .orderBy('id'),
)
/** The notifications of open days that are shown, and those with these keys, also hidden and removed ones. */
export const noticesOfOpenDays = (runner: Queryable, keys: readonly string[]) => openDayNotices(runner, { keys })
