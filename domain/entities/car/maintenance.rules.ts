import type { EntityRules } from '../../model/define-entity.ts'
import { startOfDay } from '../../values/time/time.ts'
import type { Huolto } from './maintenance.entity.ts'

/** The name of an entry that reports a fault (rules/cars.md#fault-reports). */
export const faultName = 'Vika'

/** A report says what is wrong. */
export const isFaultDescribed = (info: string): boolean => info !== ''

const isNewFault = ({ before, after }: { before: Huolto | null; after: Huolto }): boolean => before === null && after.name === faultName

export const maintenanceRules: EntityRules<Huolto> = {
  derive: (change, { now }) => (isNewFault(change) && change.after.paiva === 0 ? { paiva: startOfDay(now) } : {}),
  check: (change) =>
    isNewFault(change) && !isFaultDescribed(change.after.info) ? [{ field: 'info', detail: 'Kerro, mikä autossa on vialla.' }] : [],
}
