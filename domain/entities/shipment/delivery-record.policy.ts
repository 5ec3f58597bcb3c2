import { customerReads, drivenAt, everything, nothing } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

// Customers do not see the driver's position: they know where their goods go.
const customer = { ...customerReads, hide: ['lat', 'lng'] } as const

/** Used for acknowledgements and for failed deliveries. */
export const deliveryRecordPolicy: EntityPolicy<'v_o_kuittaus' | 'toimituspoikkeama'> = {
  yllapito: everything,
  kuljettaja: { read: { any: drivenAt('lahetykset') }, create: {} },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}
