import type { Viewer } from '#domain/access/roles.ts'
import { orderStates } from '#domain/entities/order/order.states.ts'
import type { EntityRow } from '#web/data/row.ts'

type LockableOrder = Pick<EntityRow<'tilaus'>, 'tilauksen_tila' | 'lasku'>

/** An order that is invoiced, or on an invoice, is locked until that is undone (rules/orders.md#invoiced-orders). */
export const isLocked = ({ tilauksen_tila, lasku }: Partial<LockableOrder>): boolean => tilauksen_tila === 'laskutettu' || Boolean(lasku)

type Situation = {
  order: LockableOrder
  shipments: readonly Pick<EntityRow<'lahetys'>, 'tila'>[]
  jobs: readonly Pick<EntityRow<'tuntituote'>, 'tila'>[]
}

/**
 * Whether the person may edit the order's form (rules/orders.md#customer-changes), and if not, the sentence that says why.
 */
export function changeability(
  { order, shipments, jobs }: Situation,
  { roles }: Pick<Viewer, 'roles'>,
): { changeable: boolean; why: string } {
  const state = order.tilauksen_tila
  const lines = [...shipments, ...jobs]
  const live = lines.filter(({ tila }) => tila !== 'peruutettu')
  const no = (why: string) => ({ changeable: false, why })
  if (state === 'laskutettu' && roles.includes('yllapito')) return no('Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.')
  if (isLocked(order) && roles.includes('yllapito'))
    return no('Tilaus on laskulla, joten sitä ei voi muuttaa. Peru lasku tai tee siitä hyvityslasku.')
  if (lines.length === 0) return no('Tilauksella ei ole lähetyksiä.')
  if (live.length === 0) return no('Tilaus on peruutettu, joten sitä ei voi muuttaa.')
  if (roles.includes('yllapito') || state === 'uusi') return { changeable: true, why: '' }
  if (state === 'kuljetuksessa') return no('Kuljetus on alkanut, joten tilausta ei voi enää muuttaa.')
  return no(`Tilaus on ${orderStates[state].toLowerCase()}, joten sitä ei voi enää muuttaa.`)
}
