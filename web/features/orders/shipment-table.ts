import { type ShipmentState, shipmentTransitionsOf, type Transition } from '#domain/entities/order/order.states.ts'
import { settings, useSettings } from '#web/session/settings.ts'

type Table = readonly Transition<ShipmentState>[]

/** This company's state table of shipments: with transfers to terminals or without (rules/orders.md#transfer-states). */
export const shipmentTable = (): Table => shipmentTransitionsOf(settings().features)

export const useShipmentTable = (): Table => shipmentTransitionsOf(useSettings().features)
