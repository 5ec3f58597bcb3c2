import { useState } from 'react'
import type { plannedOrder } from './day/visits.ts'

type Planned = ReturnType<typeof plannedOrder>

/**
 * The places of shipments and hourly jobs in the day's order, as they were when the list was opened: a card does not move away from under the
 * thumb when its goods have been picked up and are next handled at another stop. Another `plan` (a text that names it) gives new places.
 */
export function useCardPlaces(planned: Planned, plan: string): ReadonlyMap<string, number> {
  const [first, setFirst] = useState({ plan, places: new Map<string, number>() })
  const before = first.plan === plan ? first.places : new Map<string, number>()
  const added = [...planned].filter(([id]) => !before.has(id))
  if (added.length === 0 && first.plan === plan) return before
  const places = new Map([...before, ...added.map(([id, { position }]) => [id, position] as const)])
  setFirst({ plan, places })
  return places
}
