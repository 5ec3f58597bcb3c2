import { lockedFault } from '#domain/entities/order/order.rules.ts'
import { RequestFault } from '#domain/errors.ts'
import type { LookUp } from '../jsonapi/saving.ts'

/** The joint price of an order group is locked as an order's own is: once one of its orders is invoiced (RULES section 3). */
export const lockGroupPrices: LookUp = async (runner, changes) => {
  const ids = changes
    .filter(({ before, after }) => before && (before.hinta !== after.hinta || before.status !== after.status))
    .map(({ after }) => after.id)
  if (ids.length > 0) {
    // Locked: whoever is invoicing one of them meanwhile is waited for.
    const { rows } = await runner.query<{ tila: string }>(
      'SELECT tilauksen_tila AS tila FROM tilaus WHERE tilaus_ryhma_id = ANY($1) AND status = 1 ORDER BY id FOR SHARE',
      [ids],
    )
    if (rows.some(({ tila }) => tila === 'laskutettu')) throw new RequestFault({ kind: 'invalid', detail: lockedFault })
  }
  return changes.map(() => ({}))
}
