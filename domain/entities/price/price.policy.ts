import { administratorsOnly, readOnly } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

export const priceListPolicy: EntityPolicy<'hinnasto'> = administratorsOnly

/** A stored calculation is never changed. */
export const priceLogPolicy: EntityPolicy<'hintalaskuri_log'> = { ...administratorsOnly, yllapito: readOnly }
