import { everything, isMe, nothing, readOnly } from '../../access/conditions.ts'
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

/** A record of what a driver saw: made once, changed by nobody. */
export const departureCheckPolicy: EntityPolicy<'lahtotarkastus'> = {
  yllapito: readOnly,
  kuljettaja: {
    read: isMe('kuljettaja.id'),
    create: { fixed: { kuljettaja: 'me' }, only: ['tarkastettu', 'kohdat', 'auto', 'kuljettaja'] },
  },
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: { ...readOnly, hide: ['kuljettaja'] },
}
