import type { LineRow, OrderRow } from '../features/orders/order-rows.ts'

export type ShipmentRow = Extract<LineRow, { entity: 'lahetys' }>
export type JobRow = Extract<LineRow, { entity: 'tuntituote' }>

const common = {
  id: 'l1',
  vid: 7,
  badge: 'uusi',
  lateDays: 0,
  what: '',
  fromTown: 'Lahti',
  toTown: 'Kotka',
  from: '',
  to: '',
  receiver: '',
  reference: '',
  wishedDay: 0,
  pieces: 1,
  kilos: 1,
  message: '',
  note: '',
  driver: null,
  car: null,
} as const
const isLive = (state: LineRow['state']): boolean => state !== 'toimitettu' && state !== 'peruutettu'

/** Lines and orders as lists show them, for tests. */
export const shipmentRow = (values: Partial<Omit<ShipmentRow, 'entity'>> = {}): ShipmentRow => {
  const { state = 'odottaa_noutoa' } = values
  return { ...common, entity: 'lahetys', state, live: isLive(state), ...values }
}
export const jobRow = (values: Partial<Omit<JobRow, 'entity'>> = {}): JobRow => {
  const { state = 'odottaa_noutoa' } = values
  return { ...common, entity: 'tuntituote', state, live: isLive(state), ...values }
}
export const orderRow = (lines: readonly LineRow[], values: Partial<OrderRow> = {}): OrderRow => ({
  id: 'o1',
  vid: 3,
  number: 'T-1042',
  state: 'uusi',
  badge: 'uusi',
  lateDays: 0,
  customer: { id: 'a', name: '' },
  group: null,
  lines,
  wishedDay: 0,
  deliveredAt: 0,
  price: 0,
  pieces: 0,
  kilos: 0,
  ...values,
})
