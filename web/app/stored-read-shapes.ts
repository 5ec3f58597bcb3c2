// Of the reads that another build has stored on a driver's device, those that this build can show (rules/screens.md#offline).
import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { orderTimelineCall } from '#domain/features/history/order-timeline.ts'
import { driverShiftsCall } from '#domain/features/shifts/driver-shifts.ts'
import { type EntityName, entityNames } from '#domain/model/registry.ts'
import { isStoredList, isStoredRow } from '../data/device/stored-rows.ts'

/** Answers of calls as their queries keep them. */
const byCall: Readonly<Record<string, { safeParse: (data: unknown) => { success: boolean } }>> = {
  [driverShiftsCall.path]: driverShiftsCall.output.shape.data,
  [orderTimelineCall.path]: orderTimelineCall.output,
}

const rowOf = (name: EntityName) => z.unknown().check(z.refine((value) => isStoredRow(name, value)))
/** `Delivery` of web/features/deliveries/delivery.ts. */
const deliveryShape = z.object({
  order: rowOf('tilaus'),
  customer: z.string(),
  shipments: z.array(rowOf('lahetys')),
  acknowledgements: z.array(
    z.object({ row: rowOf('v_o_kuittaus'), shipments: z.array(rowOf('lahetys')), picture: z.optional(rowOf('file')) }),
  ),
})

/** Whether the stored answer fits the query of this build. Throws on rows that cannot be read at all. */
export function isReadable([kind, name, part, query]: QueryKey, data: unknown): boolean {
  if (kind === 'call') return byCall[String(name)]?.safeParse(data).success === true
  const entity = entityNames.find((known) => known === name)
  if (kind !== 'entity' || !entity) return false
  return part === 'list'
    ? isStoredList(entity, query, data)
    : part === 'one' && entity === 'tilaus' && deliveryShape.safeParse(data).success
}
