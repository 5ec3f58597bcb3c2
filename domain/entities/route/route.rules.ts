import type { EntityRules } from '../../model/define-entity.ts'
import { activationDay } from '../../values/contract.ts'
import type { Reitti } from './route.entity.ts'

export const routeRules: EntityRules<Reitti> = {
  derive: (change, { now }) => ({ aktivointipaiva: activationDay(change, now) }),
  check: ({ after }) =>
    Object.keys(after.hinnat).every((customer) => after.asiakkaat.includes(customer))
      ? []
      : [{ field: 'hinnat', detail: 'Hinta on asiakkaalla, joka ei ole reitillä.' }],
}
