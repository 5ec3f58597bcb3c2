import { everything, nothing, readOnly } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

export const carPolicy: EntityPolicy<'auto'> = {
  yllapito: everything,
  kuljettaja: readOnly,
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: everything,
}

export const maintenancePolicy: EntityPolicy<'huolto'> = {
  yllapito: everything,
  kuljettaja: { read: 'all', create: { only: ['name', 'info', 'paiva', 'auto', 'kuvat'] } },
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: everything,
}
