import { type ShipmentState, shipmentTransitionsOf, type Transition } from '#domain/entities/order/order.states.ts'
import { settings } from '../session/config.ts'

/** The state table of shipments as the company has it: with transfers to terminals or without (RULES section 3). */
export const shipmentTable = (): readonly Transition<ShipmentState>[] => shipmentTransitionsOf(settings().features)
