import { windowsOfNewDay } from '#domain/entities/shipment/shipment.times.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { Row } from '#domain/model/registry.ts'
import type { LookUp } from '#server/entities/engine.ts'

/** Another wished day moves the time windows of a shipment, unless the save names them (rules/planning-board.md#times-of-shipments). */
export const moveWindows: LookUp = async (_runner, changes, { isGiven }) =>
  // Changed rows of the entity that the hook is registered for.
  changes.map((change) => windowsOfNewDay(change as unknown as Change<Row<'lahetys'>>, (field) => isGiven(change, field)))
