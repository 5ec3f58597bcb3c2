import {
  IconAlertTriangle,
  IconArrowsRightLeft,
  IconCheck,
  IconClock,
  IconCurrencyEuro,
  type IconProps,
  IconTruck,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import {
  type HourlyState,
  hourlyStates,
  type OrderState,
  orderStates,
  type ShipmentState,
  shipmentStates,
} from '#domain/entities/order/order.states.ts'
import type { Status } from '#domain/entities/order/order.status.ts'
import type { StatusLook, Tone } from '#web/ui/badges/status-badge.tsx'

type Look = { tone: Tone; icon: ComponentType<IconProps>; struck?: boolean }

const waiting: Look = { tone: 'waiting', icon: IconClock }
const moving: Look = { tone: 'moving', icon: IconTruck }
const transfer: Look = { tone: 'transfer', icon: IconArrowsRightLeft }
const delivered: Look = { tone: 'delivered', icon: IconCheck }
const cancelled: Look = { tone: 'cancelled', icon: IconX, struck: true }
const late: Look = { tone: 'late', icon: IconAlertTriangle }

const shipment: Record<ShipmentState, Look> = {
  odottaa_noutoa: waiting,
  odottaa_siirtoa: transfer,
  siirto: transfer,
  siirretty: transfer,
  kuljetuksessa: moving,
  toimitettu: delivered,
  myohassa: late,
  peruutettu: cancelled,
}
const hourly: Record<HourlyState, Look> = {
  odottaa_noutoa: waiting,
  kuljetuksessa: moving,
  toimitettu: delivered,
  peruutettu: cancelled,
}
const order: Record<OrderState, Look> = {
  uusi: waiting,
  kuljetuksessa: moving,
  toimitettu: delivered,
  laskutettu: { tone: 'invoiced', icon: IconCurrencyEuro },
}

/** How each state of the domain's tables looks, with the word that the domain gives it. */
export const shipmentLook = (state: ShipmentState): StatusLook => ({ ...shipment[state], label: shipmentStates[state] })
export const hourlyLook = (state: HourlyState): StatusLook => ({ ...hourly[state], label: hourlyStates[state] })
export const orderLook = (state: OrderState): StatusLook => ({ ...order[state], label: orderStates[state] })
/** How late: shown beside the state, never instead of it (rules/orders.md#lateness). A state that already says "Myöhässä" needs only the days. */
export const lateText = (status: Status, days: number): string => (status === 'myohassa' ? `${days} pv` : `${days} pv myöhässä`)
/** Of whatever the shown-status rule gives. */
export const statusLook = (status: Status): StatusLook =>
  status === 'uusi' || status === 'laskutettu' ? orderLook(status) : shipmentLook(status)

/** A mark on a map has one colour: red when late, and its label says both. */
export function lookOnMap(status: Status, lateDays: number): StatusLook {
  const look = statusLook(status)
  return lateDays > 0 ? { ...late, label: `${look.label} · ${lateText(status, lateDays)}` } : look
}
