import { customerReads, drivenAt, everything, nothing } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

// Customers do not see where the driver was: they know where their goods go.
const customer = { ...customerReads, hide: ['lat', 'lng'] } as const

/** Of acknowledgements and failed deliveries alike. */
export const deliveryRecordPolicy: EntityPolicy<'v_o_kuittaus' | 'toimituspoikkeama'> = {
  yllapito: everything,
  kuljettaja: { read: { any: drivenAt('lahetykset') }, create: {} },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}
