import { sql } from 'kysely'
import type { Recording } from '#domain/entities/worktime/recording.ts'
import { type SentSums, sumNames } from '#domain/entities/worktime/sent-sums.ts'
import type { ReviewReason, TaskType } from '#domain/entities/worktime/task-types.ts'
import type { PayrollLayout } from '#domain/features/settings/payroll-settings.ts'
import type { WorktimeSumFields } from '#domain/features/worktime/administration.ts'
import type { PayrollRecord } from '#domain/features/worktime/payroll-file.ts'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

export type Days = { min: number; max: number }

const fullName = sql<string>`coalesce(nullif(u.field_fullname, ''), u.name)`
const openRequests = sql<number>`(select count(*)::int from tyoaika_korjauspyynto k where k.tyovuoro_kirjaus_id = r.id and k.status = 1 and k.tila = 'avoin')`

/** The figures of a driver's records; 0 for a driver without any. */
export type SummaryFigures = WorktimeSumFields & {
  kuljettaja: string
  nimi: string
  henkilonumero: string
  kirjauksia: number
  avoin: string | null
  tarkistamatta: string[]
  epaselvat: string[]
  lahettamatta: number
  korjauspyyntoja: number
}

const noIds = sql<string[]>`'{}'::uuid[]`

const summary = statement(
  (parameter: ParameterOf<Days>) =>
    db
      .with('jakso', (query) =>
        query
          .selectFrom('tyovuoro_kirjaus as r')
          .select(['r.kuljettaja_id'])
          .select(({ fn }) => sumNames.map((name) => fn.sum<number>(`r.${name}`).as(name)))
          .select([
            sql<number>`count(*)::int`.as('kirjauksia'),
            sql<string | null>`(array_agg(r.id) filter (where r.loppuaika = 0))[1]`.as('avoin'),
            sql<string[] | null>`array_agg(r.id order by r.paiva) filter (where r.loppuaika > 0 and not r.tarkistettu)`.as('tarkistamatta'),
            sql<string[] | null>`array_agg(r.id) filter (where r.tarkista <> '{}' or r.jakso_ei_tasmaa)`.as('epaselvat'),
            sql<number>`(count(*) filter (where r.tarkistettu and (not r.lahetetty or r.korjaus_lahettamatta)))::int`.as('lahettamatta'),
            sql<number>`sum(${openRequests})::int`.as('korjauspyyntoja'),
          ])
          .where('r.status', '=', 1)
          .where('r.paiva', '>=', parameter('min'))
          .where('r.paiva', '<=', parameter('max'))
          .groupBy('r.kuljettaja_id'),
      )
      .selectFrom('user as u')
      .leftJoin('jakso as j', 'j.kuljettaja_id', 'u.id')
      .leftJoin('profile_kuljettaja as p', (join) => join.onRef('p.uid_id', '=', 'u.id').on('p.status', '=', 1))
      .select(['u.id as kuljettaja', fullName.as('nimi'), 'j.avoin'])
      .select(({ fn, val }) => [
        fn.coalesce('p.henkilonumero', val('')).as('henkilonumero'),
        fn.coalesce('j.tarkistamatta', noIds).as('tarkistamatta'),
        fn.coalesce('j.epaselvat', noIds).as('epaselvat'),
      ])
      .select(({ fn, lit }) => [
        ...sumNames.map((name) => fn.coalesce(`j.${name}`, lit(0)).as(name)),
        ...(['kirjauksia', 'lahettamatta', 'korjauspyyntoja'] as const).map((name) => fn.coalesce(`j.${name}`, lit(0)).as(name)),
      ])
      .where(({ eb, or }) => or([eb('j.kuljettaja_id', 'is not', null), sql<boolean>`(u.status = 1 and 'kuljettaja' = any(u.user_roles))`]))
      .orderBy('nimi')
      .orderBy('u.id')
      .limit(1000),
  'worktime_summary',
)

/** A row for each driver: those who may record, and those who have records of the days. */
export const summaryOf = (runner: Queryable, days: Days): Promise<SummaryFigures[]> => summary(runner, days)

type OfDrivers = Days & { drivers: readonly string[] | null }
const isOfDrivers = (drivers: ReturnType<ParameterOf<OfDrivers>>) =>
  sql<boolean>`(${drivers}::uuid[] is null or r.kuljettaja_id = any(${drivers}::uuid[]))`

/** A day with the starts and the types of its tasks, in their order. */
export type DayForWarnings = {
  id: string
  kuljettaja: string
  paiva: number
  alkuaika: number
  loppuaika: number
  alut: number[] | null
  tyypit: TaskType[] | null
}

const withTasks = statement(
  (parameter: ParameterOf<OfDrivers>) =>
    db
      .selectFrom('tyovuoro_kirjaus as r')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('tyovuoro_kirjaus_tehtava as t')
            .select([
              sql<number[] | null>`array_agg(t.alkuaika order by t.alkuaika, t.drupal_internal__id)`.as('alut'),
              sql<TaskType[] | null>`array_agg(t.tyyppi order by t.alkuaika, t.drupal_internal__id)`.as('tyypit'),
            ])
            .whereRef('t.tyovuoro_kirjaus_id', '=', 'r.id')
            .where('t.status', '=', 1)
            .as('t'),
        (join) => join.onTrue(),
      )
      .select(['r.id', 'r.kuljettaja_id as kuljettaja', 'r.paiva', 'r.alkuaika', 'r.loppuaika', 't.alut', 't.tyypit'])
      .where('r.status', '=', 1)
      .where('r.paiva', '>=', parameter('min'))
      .where('r.paiva', '<=', parameter('max'))
      .where(isOfDrivers(parameter('drivers')))
      .orderBy('r.alkuaika')
      .orderBy('r.id')
      .limit(50_000),
  'worktime_days_with_tasks',
)

/** The days with their tasks, by start; of all drivers when `drivers` is null. */
export const daysWithTasks = (runner: Queryable, of: OfDrivers): Promise<DayForWarnings[]> => withTasks(runner, of)

export type ListedDay = WorktimeSumFields & {
  id: string
  vid: number
  paiva: number
  alkuaika: number
  loppuaika: number
  auto: string
  tarkistettu: boolean
  lahetetty: boolean
  korjaus_lahettamatta: boolean
  jakso_ei_tasmaa: boolean
  tarkista: ReviewReason[]
  alkuperainen: Recording
  korjauspyyntoja: number
}

const ofDriver = statement((parameter: ParameterOf<Days & { driver: string }>) =>
  db
    .selectFrom('tyovuoro_kirjaus as r')
    .leftJoin('auto as a', 'a.id', 'r.auto_id')
    .select(['r.id', 'r.vid', 'r.paiva', 'r.alkuaika', 'r.loppuaika', 'r.tarkistettu', 'r.lahetetty', 'r.tarkista', 'r.alkuperainen'])
    .select(['r.korjaus_lahettamatta', 'r.jakso_ei_tasmaa'])
    .select(sumNames.map((name) => `r.${name}` as const))
    .select(({ fn, val }) => [fn.coalesce('a.rekisterinumero', val('')).as('auto'), openRequests.as('korjauspyyntoja')])
    .where('r.kuljettaja_id', '=', parameter('driver'))
    .where('r.status', '=', 1)
    .where('r.paiva', '>=', parameter('min'))
    .where('r.paiva', '<=', parameter('max'))
    .orderBy('r.paiva')
    .orderBy('r.alkuaika')
    .orderBy('r.id')
    .limit(2000),
)

/** The days of a driver, by start. */
export const daysOfDriver = (runner: Queryable, of: Days & { driver: string }): Promise<ListedDay[]> => ofDriver(runner, of)

const driverNamed = statement((parameter: ParameterOf<{ driver: string }>) =>
  db
    .selectFrom('user as u')
    .leftJoin('profile_kuljettaja as p', (join) => join.onRef('p.uid_id', '=', 'u.id').on('p.status', '=', 1))
    .select(['u.id', fullName.as('nimi')])
    .select(({ fn, val }) => fn.coalesce('p.henkilonumero', val('')).as('henkilonumero'))
    .where('u.id', '=', parameter('driver'))
    .where(({ exists, selectFrom, or }) =>
      or([
        sql<boolean>`'kuljettaja' = any(u.user_roles)`,
        exists(selectFrom('tyovuoro_kirjaus as r').select('r.id').whereRef('r.kuljettaja_id', '=', 'u.id').where('r.status', '=', 1)),
      ]),
    ),
)

/** A driver, or anybody who has records; undefined for others. */
export async function driverById(
  runner: Queryable,
  driver: string,
): Promise<{ id: string; nimi: string; henkilonumero: string } | undefined> {
  return (await driverNamed(runner, { driver }))[0]
}

export type PayrollRow = Omit<PayrollRecord, 'isCorrection'> & {
  vid: number
  kuljettaja: string
  lahetetty: boolean
  lahetetyt_summat: SentSums
  korjaus_lahettamatta: boolean
}

const forPayroll = statement(
  (parameter: ParameterOf<OfDrivers>) =>
    db
      .selectFrom('tyovuoro_kirjaus as r')
      .innerJoin('user as u', 'u.id', 'r.kuljettaja_id')
      .leftJoin('profile_kuljettaja as p', (join) => join.onRef('p.uid_id', '=', 'u.id').on('p.status', '=', 1))
      .leftJoin('auto as a', 'a.id', 'r.auto_id')
      .select(['r.id', 'r.vid', 'r.kuljettaja_id as kuljettaja', 'r.paiva', 'r.alkuaika', 'r.loppuaika', 'r.tarkistettu', 'r.lahetetty'])
      .select(['r.lahetetyt_summat', 'r.korjaus_lahettamatta'])
      .select(sumNames.map((name) => `r.${name}` as const))
      .select(({ fn, val }) => [
        fullName.as('nimi'),
        fn.coalesce('p.henkilonumero', val('')).as('henkilonumero'),
        fn.coalesce('a.rekisterinumero', val('')).as('rekisterinumero'),
        fn.coalesce('a.kustannuspaikka', val('')).as('kustannuspaikka'),
      ])
      .where('r.status', '=', 1)
      .where('r.paiva', '<=', parameter('max'))
      .where(({ eb, or }) => or([eb('r.paiva', '>=', parameter('min')), eb('r.korjaus_lahettamatta', '=', true)]))
      .where(isOfDrivers(parameter('drivers')))
      .orderBy('nimi')
      .orderBy('r.kuljettaja_id')
      .orderBy('r.paiva')
      .orderBy('r.alkuaika')
      .orderBy('r.id')
      .limit(50_000),
  'worktime_for_payroll',
)

/**
 * The records of the days as payroll needs them, by driver and day, open and unchecked ones included, with the earlier ones whose correction has not been
 * sent.
 */
export const payrollRecords = (runner: Queryable, of: OfDrivers): Promise<PayrollRow[]> => forPayroll(runner, of)

/** Waits for other sendings of payroll files to end, so that a record is sent once. */
export async function lockPayroll(runner: Queryable): Promise<void> {
  await runner.query(`select pg_advisory_xact_lock(hashtextextended('palkka_aineisto', 0))`)
}

type PayrollFile = Days & {
  id: string
  luotu: number
  lahettaja: string
  muoto: PayrollLayout
  tiedosto: string
  sisalto: string
  kirjaukset: readonly string[]
  vastaanottaja: string
}

/** Stores a file for payroll and queues its mail, in the caller's transaction. */
export async function queuePayrollFile(runner: Queryable, file: PayrollFile): Promise<void> {
  const { id, luotu, lahettaja, muoto, min, max, tiedosto, sisalto, kirjaukset, vastaanottaja } = file
  await runner.query(
    `insert into palkka_aineisto (id, luotu, lahettaja_id, muoto, alku, loppu, tiedosto, sisalto, kirjaukset_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, luotu, lahettaja, muoto, min, max, tiedosto, sisalto, kirjaukset],
  )
  await runner.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, lahettaja_id, palkka_aineisto_id) values ('palkka_aineisto', $1, $2, $3, $4)`,
    [vastaanottaja, luotu, lahettaja, id],
  )
}

const mailed = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as m')
    .innerJoin('palkka_aineisto as p', 'p.id', 'm.palkka_aineisto_id')
    .select(['p.alku', 'p.loppu', 'p.tiedosto', 'p.sisalto'])
    .select(({ ref }) => sql<number>`cardinality(${ref('p.kirjaukset_ids')})`.as('kirjauksia'))
    .where('m.id', '=', parameter('mail')),
)

/** The file that a queued mail brings. */
export const payrollFileOfMail = async (runner: Queryable, mail: string) => (await mailed(runner, { mail }))[0]

const subject = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('tyovuoro_kirjaus as r')
    .innerJoin('user as u', 'u.id', 'r.kuljettaja_id')
    .select(['r.id', 'r.paiva', fullName.as('nimi')])
    .where('r.id', '=', anyOf(parameter('ids'))),
)

/** The days of records and the names of their drivers. */
export const recordsNamed = (runner: Queryable, ids: readonly string[]): Promise<{ id: string; paiva: number; nimi: string }[]> =>
  subject(runner, { ids })
