import type { Change, EntityRules, RowFault } from '../../model/define-entity.ts'
import { activationDay } from '../../values/contract.ts'
import type { Reitti } from './route.entity.ts'
import { routeNameFaults } from './route-name.ts'

/** Also shown beside the price as it is typed. */
export const zeroPrice = 'Anna yli 0 €, tai jätä tyhjäksi.'

/** The prices that remain when a save changes the customers of a stored route: without those of customers that are no longer on it. */
function remainingPrices({ before, after }: Change<Reitti>): Partial<Pick<Reitti, 'hinnat'>> {
  const gone = before?.asiakkaat.filter((customer) => !after.asiakkaat.includes(customer) && customer in after.hinnat) ?? []
  if (gone.length === 0) return {}
  return { hinnat: Object.fromEntries(Object.entries(after.hinnat).filter(([customer]) => !gone.includes(customer))) }
}

function priceFaults({ before, after }: Change<Reitti>): RowFault[] {
  if (!Object.keys(after.hinnat).every((customer) => after.asiakkaat.includes(customer)))
    return [{ field: 'hinnat', detail: 'Hinta on asiakkaalla, joka ei ole reitillä.' }]
  // An order whose price is 0 has none, and the price list would price it.
  const isNewZero = Object.entries(after.hinnat).some(([customer, price]) => price === 0 && before?.hinnat[customer] !== 0)
  return isNewZero ? [{ field: 'hinnat', detail: zeroPrice }] : []
}

export const routeRules: EntityRules<Reitti> = {
  derive: (change, { now }) => ({ aktivointipaiva: activationDay(change, now), ...remainingPrices(change) }),
  check: (change) => [...routeNameFaults(change), ...priceFaults(change)],
}
