import type { Change, EntityRules } from '../../model/define-entity.ts'
import { activationDay } from '../../values/contract.ts'
import type { Reitti } from './route.entity.ts'

/** The prices that remain when a save changes the customers of a stored route: without those of customers that are no longer on it. */
function remainingPrices({ before, after }: Change<Reitti>): Partial<Pick<Reitti, 'hinnat'>> {
  const gone = before?.asiakkaat.filter((customer) => !after.asiakkaat.includes(customer) && customer in after.hinnat) ?? []
  if (gone.length === 0) return {}
  return { hinnat: Object.fromEntries(Object.entries(after.hinnat).filter(([customer]) => !gone.includes(customer))) }
}

export const routeRules: EntityRules<Reitti> = {
  derive: (change, { now }) => ({ aktivointipaiva: activationDay(change, now), ...remainingPrices(change) }),
  check: ({ after }) =>
    Object.keys(after.hinnat).every((customer) => after.asiakkaat.includes(customer))
      ? []
      : [{ field: 'hinnat', detail: 'Hinta on asiakkaalla, joka ei ole reitillä.' }],
}
