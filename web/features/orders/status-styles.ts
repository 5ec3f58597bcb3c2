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
import type { StatusStyle, Tone } from '#web/ui/badges/status-badge.tsx'

type Style = { tone: Tone; icon: ComponentType<IconProps>; struck?: boolean }

const waiting: Style = { tone: 'waiting', icon: IconClock }
const moving: Style = { tone: 'moving', icon: IconTruck }
const transfer: Style = { tone: 'transfer', icon: IconArrowsRightLeft }
const delivered: Style = { tone: 'delivered', icon: IconCheck }
const cancelled: Style = { tone: 'cancelled', icon: IconX, struck: true }
const late: Style = { tone: 'late', icon: IconAlertTriangle }

const shipment: Record<ShipmentState, Style> = {
  odottaa_noutoa: waiting,
  odottaa_siirtoa: transfer,
  siirto: transfer,
  siirretty: transfer,
  kuljetuksessa: moving,
  toimitettu: delivered,
  myohassa: late,
  peruutettu: cancelled,
}
const hourly: Record<HourlyState, Style> = {
  odottaa_noutoa: waiting,
  kuljetuksessa: moving,
  toimitettu: delivered,
  peruutettu: cancelled,
}
const order: Record<OrderState, Style> = {
  uusi: waiting,
  kuljetuksessa: moving,
  toimitettu: delivered,
  laskutettu: { tone: 'invoiced', icon: IconCurrencyEuro },
}

/** How each state of the domain's tables looks, with the word that the domain gives it. */
export const shipmentStyle = (state: ShipmentState): StatusStyle => ({ ...shipment[state], label: shipmentStates[state] })
export const hourlyStyle = (state: HourlyState): StatusStyle => ({ ...hourly[state], label: hourlyStates[state] })
export const orderStyle = (state: OrderState): StatusStyle => ({ ...order[state], label: orderStates[state] })
/** A shipment whose failed delivery has not been answered. */
export const undecidedStyle: StatusStyle = { ...late, label: 'Odottaa päätöstä' }
/** How late it is: shown beside the state, never instead of it (rules/orders.md#lateness). A state that already says "Myöhässä" needs only the days. */
export const lateText = (status: Status, days: number): string => (status === 'myohassa' ? `${days} pv` : `${days} pv myöhässä`)
/** Of whatever the shown-status rule gives. */
export const statusStyle = (status: Status): StatusStyle =>
  status === 'uusi' || status === 'laskutettu' ? orderStyle(status) : shipmentStyle(status)

/** A mark on a map has one colour: red when late; its label gives both state and lateness. */
export function mapMarkStyle(status: Status, lateDays: number): StatusStyle {
  const style = statusStyle(status)
  return lateDays > 0 ? { ...late, label: `${style.label} · ${lateText(status, lateDays)}` } : style
}
