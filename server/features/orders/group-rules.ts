import { lockedFault } from '#domain/entities/order/order.rules.ts'
import type { LookUp } from '#server/entities/engine.ts'
import { type GroupMember, membersOfGroups } from './queries.ts'

const together = 'Ryhmän tilaukset laskutetaan yhdessä, kun ne kaikki on toimitettu.'
const closed = 'Ryhmä on jo laskutettu.'

const isInvoiced = ({ tila, lasku }: GroupMember): boolean => tila === 'laskutettu' || lasku !== null

/**
 * Orders of a live group are invoiced once, as one line (rules/orders.md#order-groups): all together, and no order joins an invoiced group.
 */
export const keepGroupsWhole: LookUp = async (runner, changes, { refuse }) => {
  const grouped = changes.filter(({ after }) => after.tilaus_ryhma !== null)
  const invoiced = grouped.filter(({ before, after }) => after.tilauksen_tila === 'laskutettu' && before?.tilauksen_tila !== 'laskutettu')
  const joining = grouped.filter(({ before, after }) => after.tilaus_ryhma !== before?.tilaus_ryhma)
  const groupsOf = (some: typeof grouped) => new Set(some.map(({ after }) => after.tilaus_ryhma))
  const groups = groupsOf([...invoiced, ...joining])
  if (groups.size === 0) return undefined
  const changed = new Set(changes.map(({ after }) => after.id))
  const others = (
    await membersOfGroups(
      runner,
      [...groups].filter((group) => typeof group === 'string'),
    )
  ).filter(({ id, groupStatus }) => groupStatus === 1 && !changed.has(id))
  const closedGroups = new Set<unknown>(others.filter(isInvoiced).map(({ ryhma }) => ryhma))
  const unfinishedGroups = new Set<unknown>(others.map(({ ryhma }) => ryhma))
  for (const change of joining) if (closedGroups.has(change.after.tilaus_ryhma)) refuse(change, { field: 'tilaus_ryhma', detail: closed })
  for (const change of invoiced)
    if (unfinishedGroups.has(change.after.tilaus_ryhma)) refuse(change, { field: 'tilauksen_tila', detail: together })
  return undefined
}

/** The joint price of an order group is locked like an order's own price: once one of its orders is invoiced (rules/orders.md#invoiced-orders). */
export const lockGroupPrices: LookUp = async (runner, changes, { refuse }) => {
  const repriced = changes.filter(({ before, after }) => before && (before.hinta !== after.hinta || before.status !== after.status))
  if (repriced.length === 0) return undefined
  const members = await membersOfGroups(
    runner,
    repriced.map(({ after }) => after.id),
  )
  const invoiced = new Set<unknown>(members.filter(isInvoiced).map(({ ryhma }) => ryhma))
  for (const change of repriced) {
    const field = change.before?.hinta === change.after.hinta ? 'status' : 'hinta'
    if (invoiced.has(change.after.id)) refuse(change, { field, detail: lockedFault })
  }
  return undefined
}
