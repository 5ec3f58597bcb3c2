import { lockedFault } from '#domain/entities/order/order.rules.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Runner } from '../jsonapi/read.ts'
import type { LookUp } from '../jsonapi/saving.ts'

const together = 'Ryhmän tilaukset laskutetaan yhdessä, kun ne kaikki on toimitettu.'
const closed = 'Ryhmä on jo laskutettu.'

type Member = { id: string; ryhma: string; tila: string }

/** The groups' orders that are invoiced or yet to be. Locked: whoever is changing one of them meanwhile is waited for. */
async function membersOf(runner: Runner, groups: readonly unknown[]): Promise<Member[]> {
  const { rows } = await runner.query<Member>(
    `SELECT id, tilaus_ryhma_id AS ryhma, tilauksen_tila AS tila FROM tilaus
     WHERE tilaus_ryhma_id = ANY($1) AND status = 1 AND (avoin OR tilauksen_tila IN ('toimitettu', 'laskutettu')) ORDER BY id FOR SHARE`,
    [groups],
  )
  return rows
}

const isInvoiced = ({ tila }: Member): boolean => tila === 'laskutettu'
const refused = (detail: string): RequestFault => new RequestFault({ kind: 'invalid', detail })

/** Orders of a group are invoiced once, as one line (RULES section 4): all of them together, and nothing joins those that are. */
export const keepGroupsWhole: LookUp = async (runner, changes) => {
  const grouped = changes.filter(({ after }) => after.tilaus_ryhma !== null)
  const invoiced = grouped.filter(({ before, after }) => after.tilauksen_tila === 'laskutettu' && before?.tilauksen_tila !== 'laskutettu')
  const joining = grouped.filter(({ before, after }) => after.tilaus_ryhma !== before?.tilaus_ryhma)
  const groupsOf = (some: typeof grouped) => new Set(some.map(({ after }) => after.tilaus_ryhma))
  const groups = groupsOf([...invoiced, ...joining])
  if (groups.size === 0) return undefined
  const changed = new Set(changes.map(({ after }) => after.id))
  const others = (await membersOf(runner, [...groups])).filter(({ id }) => !changed.has(id))
  const [joined, closing] = [groupsOf(joining), groupsOf(invoiced)]
  if (others.some((order) => joined.has(order.ryhma) && isInvoiced(order))) throw refused(closed)
  if (others.some(({ ryhma }) => closing.has(ryhma))) throw refused(together)
  return undefined
}

/** The joint price of an order group is locked as an order's own is: once one of its orders is invoiced (RULES section 3). */
export const lockGroupPrices: LookUp = async (runner, changes) => {
  const ids = changes
    .filter(({ before, after }) => before && (before.hinta !== after.hinta || before.status !== after.status))
    .map(({ after }) => after.id)
  if (ids.length > 0 && (await membersOf(runner, ids)).some(isInvoiced)) throw refused(lockedFault)
  return undefined
}
