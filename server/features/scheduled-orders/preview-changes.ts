import type { Viewer } from '#domain/access/roles.ts'
import { type Fault, RequestFault } from '#domain/errors.ts'
import type { ChangedRowInput, ScheduledChange, ScheduledChangeKind } from '#domain/features/scheduled-orders/order-changes.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { registry } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import type { Context } from '#server/context.ts'
import { updateRow } from '#server/entities/engine.ts'
import { listedOrders, namesOfCustomers, type ScheduleRelation } from './queries.ts'

const nameField = { kind: 'text', label: 'Nimi', default: '', max: 255 } as const

/** A typed value as the engine takes it, or what is wrong with it. */
function parseTyped({ fields, relations }: Entity, name: string, typed: unknown): ReturnType<typeof parseField> {
  const relation = relations[name]
  if (relation?.kind === 'many')
    return isIdList(typed) ? { value: [...new Set(typed)] } : { fault: 'Anna viitattujen rivien tunnisteet (UUID).' }
  if (relation) return typed === null || isId(typed) ? { value: typed } : { fault: 'Anna viitatun rivin tunniste (UUID).' }
  if (name === 'status') return typed === 0 || typed === 1 ? { value: typed } : { fault: 'Anna 0 tai 1.' }
  const field = fields[name]
  return field?.readOnly ? { fault: 'Palvelin ylläpitää tätä arvoa.' } : parseField(field ?? nameField, typed)
}

const isId = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value)
const isIdList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isId)

function valuesOf(entity: Entity, typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parsed = Object.entries(typed).map(([name, value]) => [name, parseTyped(entity, name, value)] as const)
  const faults = parsed.flatMap(([name, found]): Fault[] =>
    'fault' in found ? [{ kind: 'invalid', pointer: `/${name}`, detail: found.fault }] : [],
  )
  if (faults.length > 0) throw new RequestFault(faults)
  return Object.fromEntries(parsed.map(([name, found]) => [name, 'value' in found ? found.value : undefined]))
}

/** What the save of a route or recurring job would do to its orders (rules/recurring-hourly-jobs.md#edits). Throws the faults that the save would. */
export async function previewChanges(
  { engine, pool, clock }: Context,
  viewer: Viewer,
  { relation, input: { id, vid, operation: _, ...typed } }: { relation: ScheduleRelation; input: ChangedRowInput },
): Promise<{ data: ScheduledChange[]; meta: { count: number } }> {
  const values = valuesOf(registry[relation], typed)
  const { faults, changed } = await engine.preview(viewer, [updateRow(relation, id, values, { vid })])
  if (faults.length > 0) throw new RequestFault(faults)
  const kinds = new Map<string, ScheduledChangeKind>()
  const made: { ajopaiva: number; asiakas: string }[] = []
  for (const { entity, before, after } of changed) {
    const order = entity === 'tilaus' ? after.id : after.tilaus
    if (entity === 'tilaus' && (before === null || before.status === 0))
      made.push({ ajopaiva: Number(after.ajopaiva), asiakas: String(after.asiakas) })
    if (typeof order !== 'string' || kinds.get(order) === 'poistuu') continue
    kinds.set(order, entity === 'tilaus' && after.status === 0 ? 'poistuu' : 'muuttuu')
  }
  const stored = await listedOrders(pool, relation, { source: id, from: startOfDay(clock()) })
  const names = await namesOfCustomers(pool, [...new Set(made.map(({ asiakas }) => asiakas))])
  const data = [
    ...stored.flatMap(({ koskematon, ...order }): ScheduledChange[] => {
      const muutos = koskematon ? kinds.get(order.id) : 'sailyy'
      const { ajopaiva, asiakas, tilausnro } = order
      const tilaus = { id: order.id, tunniste: `${registry.tilaus.tunniste.prefix}-${tilausnro}` }
      return muutos ? [{ muutos, tilaus, ajopaiva, asiakas }] : []
    }),
    ...made.map(
      ({ ajopaiva, asiakas }): ScheduledChange => ({ muutos: 'tehdaan', tilaus: null, ajopaiva, asiakas: names.get(asiakas) ?? '' }),
    ),
  ]
  return {
    data: data.toSorted((a, b) => a.ajopaiva - b.ajopaiva || a.asiakas.localeCompare(b.asiakas, 'fi')),
    meta: { count: data.length },
  }
}
