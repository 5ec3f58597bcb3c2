import { type ShipmentState, shipmentTransitionsOf, type Transition } from '#domain/entities/order/order.states.ts'
import { settings } from '#web/session/settings.ts'

/** This company's state table of shipments: with transfers to terminals or without (rules/orders.md#transfer-states). */
export const shipmentTable = (): readonly Transition<ShipmentState>[] => shipmentTransitionsOf(settings().features)
