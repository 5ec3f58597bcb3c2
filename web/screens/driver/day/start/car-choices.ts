import { faultName } from '#domain/entities/car/maintenance.rules.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { listQuery } from '#web/data/queries.ts'
import type { Part } from '#web/data/row.ts'
import type { Car } from '#web/features/cars/fleet.ts'

const fields = {
  huolto: ['info', 'paiva', 'auto', 'created'],
  tyovuoro_kirjaus: ['paiva', 'auto'],
} as const
type Fault = Part<'huolto', typeof fields>

/** The open faults of all cars, the newest first. */
export const openFaultsQuery = {
  ...listQuery('huolto', {
    filter: { name: faultName, tehty: false },
    sort: ['-paiva', '-drupal_internal__id'],
    page: { limit: 250 },
    fields,
  }),
  ...storedRead,
}

export type CarChoice = {
  car: Car
  /** Why it is suggested: `Sinulla eilen`; '' for one that the driver has looked up. */
  why: string
  faults: readonly { id: string; text: string; at: number }[]
}

/** The car of the driver's latest day, which this device remembers: the end of the day clears it from the record. */
export type LastCar = { id: string; at: number }

const whenText = (at: number, now: number): string => {
  const days = daysBetween(at, now)
  return days === 0 ? 'Sinulla tänään' : days === 1 ? 'Sinulla eilen' : 'Sinulla viimeksi'
}

type Known = {
  cars: readonly Car[]
  faults: readonly Fault[]
  shiftCar: string | null
  lastCar: LastCar | null
  chosen: string | null
  now: number
}

/** The cars that are offered first: that of today's shift, that of the latest day, and one that the driver has chosen otherwise. */
export function carChoices({ cars, faults, shiftCar, lastCar, chosen, now }: Known): CarChoice[] {
  const last = lastCar?.id ?? null
  const ids = [...new Set([shiftCar, last, chosen])].flatMap((id) => id ?? [])
  return ids.flatMap((id) => {
    const car = cars.find((one) => one.id === id)
    if (!car) return []
    const own = faults
      .filter(({ auto }) => auto === id)
      .map((fault) => ({ id: fault.id, text: fault.info, at: fault.paiva || fault.created }))
    const whys = [id === shiftCar ? 'Työvuorossasi' : '', id === last && lastCar ? whenText(lastCar.at, now) : '']
    return [{ car, why: whys.filter(Boolean).join(' · '), faults: own }]
  })
}
