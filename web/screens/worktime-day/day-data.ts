import { queryOptions } from '@tanstack/react-query'
import { recordedByDriver } from '#domain/features/worktime/edited-record.ts'
import type { PeriodDay } from '#domain/features/worktime/overtime.ts'
import { payPeriodOf } from '#domain/features/worktime/pay-period.ts'
import type { RecordedDay } from '#domain/features/worktime/recorded-day.ts'
import { addDays, mondayOf } from '#domain/values/time/time.ts'
import { list, read } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { AllFields, EntityRow } from '#web/data/row.ts'
import type { DayRow, DayValues, TaskRow } from './model/day-values.ts'

export type DayRead = {
  row: DayRow
  tasks: readonly TaskRow[]
  driver: { id: string; name: string }
  /** The car's registration number; '' without a car. */
  car: string
  /** Who changed it last; '' when nobody is known. */
  changedBy: string
}

/** The record with everything that its page shows of it, in one request. */
export const dayQuery = (id: string) => {
  const include = ['tyotehtavat', 'kuljettaja', 'auto', 'user_latest_change']
  return queryOptions({
    queryKey: queryKeys.one('tyovuoro_kirjaus', id, { include }),
    queryFn: async ({ signal }): Promise<DayRead> => {
      const { row, included } = await read<'tyovuoro_kirjaus', AllFields>('tyovuoro_kirjaus', id, { include }, { signal, quiet: [404] })
      const nameOf = (user: string | null): string => {
        const person = included.get('user', user)
        return person ? person.field_fullname || person.name : ''
      }
      return {
        row,
        tasks: included.all('tyovuoro_kirjaus_tehtava', row.tyotehtavat).filter(({ status }) => status === 1),
        driver: { id: row.kuljettaja ?? '', name: nameOf(row.kuljettaja) },
        car: included.get('auto', row.auto)?.rekisterinumero ?? '',
        changedBy: nameOf(row.user_latest_change),
      }
    },
  })
}

/** The driver's records that the figures of a day depend on: the two weeks before its week, and its two-week period. */
export const nearbyQuery = (driver: string, { paiva, periodStart }: { paiva: number; periodStart: number }) => {
  const { min, max } = payPeriodOf(paiva, periodStart)
  const from = Math.min(addDays(mondayOf(paiva), -14), min)
  const query = {
    filter: {
      all: [
        { 'kuljettaja.id': driver },
        { paiva: { operator: '>=' as const, value: from } },
        { paiva: { operator: '<=' as const, value: Math.max(max, addDays(paiva, 1)) } },
      ],
    },
    include: ['tyotehtavat'],
    sort: ['alkuaika' as const],
    page: { limit: 100 },
  }
  return queryOptions({
    queryKey: queryKeys.list('tyovuoro_kirjaus', query),
    queryFn: async ({ signal }) => {
      const { rows, included } = await list('tyovuoro_kirjaus', query, { signal })
      return rows.map((row) => ({
        row,
        tasks: included.all('tyovuoro_kirjaus_tehtava', row.tyotehtavat).filter(({ status }) => status === 1),
      }))
    },
  })
}

/** The driver's record before or after a moment; null when there is none. */
export const neighbourQuery = (driver: string, alkuaika: number, way: 'before' | 'after') => {
  const query = {
    filter: {
      all: [{ 'kuljettaja.id': driver }, { alkuaika: { operator: way === 'before' ? ('<' as const) : ('>' as const), value: alkuaika } }],
    },
    sort: [way === 'before' ? ('-alkuaika' as const) : ('alkuaika' as const)],
    page: { limit: 1 },
  }
  return queryOptions({
    queryKey: queryKeys.list('tyovuoro_kirjaus', query),
    queryFn: async ({ signal }): Promise<DayRow | null> => (await list('tyovuoro_kirjaus', query, { signal })).rows[0] ?? null,
  })
}

export type CorrectionRow = EntityRow<'tyoaika_korjauspyynto'>

/** The driver's correction requests of the record, the latest first. */
export const correctionsQuery = (id: string) => {
  const query = {
    filter: { 'tyovuoro_kirjaus.id': id },
    include: ['vastaaja'],
    sort: ['-created' as const],
    page: { limit: 20 },
  }
  return queryOptions({
    queryKey: queryKeys.list('tyoaika_korjauspyynto', query),
    queryFn: async ({ signal }): Promise<CorrectionRow[]> => (await list('tyoaika_korjauspyynto', query, { signal })).rows,
  })
}

export const recordedDayOf = ({ row, tasks }: { row: DayRow; tasks: readonly TaskRow[] }): RecordedDay => ({
  ...{ id: row.id, paiva: row.paiva, alkuaika: row.alkuaika, loppuaika: row.loppuaika, tehtavat: tasks },
})

export const periodDayOf = (row: DayRow): PeriodDay => ({
  ...{ id: row.id, paiva: row.paiva, alkuaika: row.alkuaika, aika_tyoaika: row.aika_tyoaika },
  ...{ aika_ylityo_50: row.aika_ylityo_50, aika_ylityo_100: row.aika_ylityo_100, isLocked: row.tarkistettu },
})

const noPlace = { address_print: '', latitude: null, longitude: null }

/** What the driver recorded; null when it was nothing. A day that the driver did not end has the present end. */
export function originalOf({ alkuperainen, loppuaika }: DayRow): DayValues | null {
  const recorded = recordedByDriver(alkuperainen)
  if (!recorded) return null
  const tehtavat = recorded.tyotehtavat.map((task) => ({ ...task, ...noPlace })).sort((a, b) => a.alkuaika - b.alkuaika)
  return { alkuaika: recorded.alkuaika, loppuaika: recorded.loppuaika || loppuaika, tehtavat }
}
