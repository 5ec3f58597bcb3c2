import type { z } from 'zod'
import type { ShiftReadsInput, shiftsOfDriverCall } from '#domain/features/shifts/shift-data.ts'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { dayRange, type ShiftParts } from './calendar-data.ts'
import { carsNamed, shiftsOfDays, workRoutesNamed } from './queries.ts'

type Input = Extract<ShiftReadsInput, { operation: 'OPERATION_GET_DATA_BY_KULJETTAJA' }>

/** A driver's shifts, with those of the driver's usual routes that others drive when asked for (rules/shifts.md#usual-driver). */
export async function dataOfDriver({ pool, clock }: ShiftParts, input: Input): Promise<z.input<typeof shiftsOfDriverCall.output>> {
  const { kuljettaja: driver, include_default_kuljettaja_muualla: includesOthers } = input
  const shifts = await shiftsOfDays(pool, dayRange(input, clock()))
  const isElsewhere = ({ kuljettaja, kuljettaja_default }: ShiftRow): boolean => kuljettaja_default === driver && kuljettaja !== driver
  const tyovuorot = shifts.filter(({ kuljettaja }) => kuljettaja === driver)
  const muualla = includesOthers ? shifts.filter(isElsewhere) : []
  const all = [...tyovuorot, ...muualla]
  const routeIds = new Set(all.flatMap(({ tyoreitti }) => tyoreitti))
  const carIds = new Set(all.flatMap(({ auto }) => auto ?? []))
  const [routes, cars] = await Promise.all([workRoutesNamed(pool, [...routeIds]), carsNamed(pool, [...carIds])])
  return {
    data: {
      tyovuorot,
      muualla,
      tyoreitit: routes.filter(({ id }) => routeIds.has(id)).map(({ poistettu: _, ...route }) => route),
      autot: cars.filter(({ id }) => carIds.has(id)).map(({ poistettu: _, ...car }) => car),
    },
    meta: { count: tyovuorot.length },
  }
}
