import { z } from 'zod'
import type { Call } from '../../model/define-call.ts'
import { type EntityName, registry } from '../../model/registry.ts'

/** What a save of a route or recurring job does to an order of it that lies ahead; `sailyy`: somebody has changed the order, so it stays as it is. */
export const orderChangeLabels = { tehdaan: 'Tehdään', muuttuu: 'Muuttuu', poistuu: 'Poistuu', sailyy: 'Säilyy' } as const
export type ScheduledChangeKind = keyof typeof orderChangeLabels

const orderChange = z.strictObject({
  muutos: z.literal(Object.keys(orderChangeLabels) as ScheduledChangeKind[]),
  /** Null for an order that the save makes. */
  tilaus: z.strictObject({ id: z.uuid(), tunniste: z.string() }).nullable(),
  /** Local midnight, unix seconds. */
  ajopaiva: z.number(),
  asiakas: z.string(),
})
export type ScheduledChange = z.output<typeof orderChange>

/** What the save of a stored row would do to its orders, in the order of their days. Stores nothing. */
export const orderChanges = z.strictObject({ data: z.array(orderChange), meta: z.strictObject({ count: z.number() }) })

/** The stored row with the typed values beside the operation: values by field, ids by relation. The entity checks them. */
export function changedRowInput(entity: EntityName) {
  const { fields, relations } = registry[entity]
  const values = ['name', 'status', ...Object.keys(fields), ...Object.keys(relations)]
  return z.strictObject({
    operation: z.literal('OPERATION_PREVIEW', 'Tuntematon operaatio. Anna OPERATION_PREVIEW.'),
    id: z.uuid('Tunniste (id) on UUID.').toLowerCase(),
    vid: z.int('Versio (vid) on kokonaisluku.'),
    ...Object.fromEntries(values.map((name) => [name, z.unknown().optional()])),
  })
}
export type ChangedRowInput = { id: string; vid: number } & Readonly<Record<string, unknown>>
/** The call of a kind of row that answers `orderChanges`. */
export type ScheduledChangesCall = Call<ReturnType<typeof changedRowInput>, typeof orderChanges>
