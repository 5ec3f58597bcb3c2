import * as z from 'zod/mini'
import { isStoredRow } from '#web/data/device/stored-rows.ts'

const rowOf = (name: Parameters<typeof isStoredRow>[0]) => z.unknown().check(z.refine((value) => isStoredRow(name, value)))

const deliveryShape = z.object({
  order: rowOf('tilaus'),
  customer: z.string(),
  shipments: z.array(rowOf('lahetys')),
  acknowledgements: z.array(
    z.object({ row: rowOf('v_o_kuittaus'), shipments: z.array(rowOf('lahetys')), picture: z.optional(rowOf('file')) }),
  ),
})

/** Whether what is stored is a delivery as this build reads it (delivery.ts). */
export const isStoredDelivery = (data: unknown): boolean => deliveryShape.safeParse(data).success
