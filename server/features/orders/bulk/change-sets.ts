import type { z } from 'zod'
import { reachOf } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import { isShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { isLive, statusLabels } from '#domain/entities/order/order.status.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { bulkOperationCall } from '#domain/features/orders/bulk-operation.ts'
import type { Field } from '#domain/model/define-field.ts'
import { linesOf } from '#domain/model/references/lines-of.ts'
import { type EntityName, type Row, registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { inputRow, removeRow, type TypedRow } from '#server/entities/engine.ts'
import { type ChangeSet, pointerOf } from './save-each.ts'

export type BulkInput = z.output<typeof bulkOperationCall.input>
/** The changes for an id, or why there are none. */
export type PlannedSet = ChangeSet | { id: string; refused: RequestFault }
/** By field, and the ids of relations by relation. */
type Values = Readonly<Record<string, unknown>>

/** The day that `setToivottuToimitus` sets. */
const wishes: { [N in EntityName]?: string } = { lahetys: 'toivottu_toimitus', tuntituote: 'toimituspaiva' }
const orderLines = ['lahetys', 'tuntituote'] as const
type OrderLine = (typeof orderLines)[number]
const entityLabels: Record<EntityName, { label: string }> = registry

const refusal = (kind: 'invalid' | 'forbidden' | 'not_found', detail: string = faultKinds[kind].title, pointer?: string): RequestFault =>
  new RequestFault({ kind, detail, ...(pointer === undefined ? {} : { pointer }) })

/**
 * The changes that the operation makes for each id; rights, versions and rules are checked when they are saved. Throws when the operation is
 * outside the role (403) or does not suit the entity (422).
 */
export async function changeSetsOf(context: Context, viewer: Viewer, input: BulkInput): Promise<PlannedSet[]> {
  const entity = input.entityType
  const reach = reachOf(entity, viewer.roles)
  switch (input.operation) {
    case 'unpublish':
      if (!reach.delete) throw refusal('forbidden')
      return input.ids.map((id, index) => ({ id, index, changes: [removeRow(entity, id, optionsOf(input, index))] }))
    case 'publish':
      // Only administrators see removed rows.
      if (!reach.update || !viewer.roles.includes('yllapito')) throw refusal('forbidden')
      return publishedRows(context, viewer, input)
    default:
      return entity === 'tilaus' ? changesOfOrders(context, viewer, input) : changesOfRows(viewer, entity, input)
  }
}

const optionsOf = (input: BulkInput, index: number) => ({ reason: input.params.syy, pointer: pointerOf(index) })

const setsForRows = (entity: EntityName, input: BulkInput, values: Values): ChangeSet[] =>
  input.ids.map((id, index) => ({ id, index, changes: [inputRow('update', entity, id, values, optionsOf(input, index))] }))

type Line = { entity: OrderLine; row: Row<OrderLine> }

async function loadOrderLines(
  { engine }: Context,
  viewer: Viewer,
  ids: readonly string[],
): Promise<(Line & Pick<TypedRow<OrderLine>, 'mayRead'>)[]> {
  const loaded = await Promise.all(
    orderLines.map(async (entity) => (await engine.load(viewer, entity, ids, { by: 'tilaus' })).map((line) => ({ ...line, entity }))),
  )
  return loaded.flat()
}

/** Lines that were removed together with their order are restored with it; a line that was removed by itself stays removed. */
async function publishedRows({ engine }: Context, viewer: Viewer, input: BulkInput): Promise<ChangeSet[]> {
  const whole = input.entityType
  const wholes = new Map((await engine.load(viewer, whole, input.ids)).map(({ row }) => [row.id, row]))
  const lines: { entity: EntityName; id: string; wholeId: unknown; removed: number | null }[] = []
  for (const { entity, partOf } of linesOf(whole))
    for (const { row } of await engine.load(viewer, entity, input.ids, { by: partOf })) {
      const { [partOf]: wholeId }: Readonly<Record<string, unknown>> = row
      lines.push({ entity, id: row.id, wholeId, removed: row.status === 0 ? row.revision_created : null })
    }
  return input.ids.map((id, index) => {
    const row = wholes.get(id)
    const removedTogether = lines.filter(({ wholeId, removed }) => wholeId === id && row?.status === 0 && removed === row.revision_created)
    const publish = (entity: EntityName, rowId: string) => inputRow('update', entity, rowId, { status: true }, optionsOf(input, index))
    return { id, index, changes: [publish(whole, id), ...removedTogether.map((line) => publish(line.entity, line.id))] }
  })
}

type FieldOperation = Extract<BulkInput, { operation: 'assign' | 'setTila' | 'setToivottuToimitus' }>

const fieldOf = (entity: EntityName, name: string): Field | undefined => {
  const fields: Readonly<Record<string, Field>> = registry[entity].fields
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** The values that the operation writes to a row of the entity; null when the entity has no such field. */
function valuesOf(entity: EntityName, input: FieldOperation): Values | null {
  switch (input.operation) {
    case 'assign': {
      const assigned = Object.entries({ kuljettaja: input.params.kuljettaja, auto: input.params.auto }).filter(([, id]) => id !== undefined)
      return assigned.every(([name]) => Object.hasOwn(registry[entity].relations, name)) ? Object.fromEntries(assigned) : null
    }
    case 'setTila':
      return fieldOf(entity, 'tila')?.kind === 'choice' ? { tila: input.params.tila } : null
    case 'setToivottuToimitus': {
      const field = wishes[entity]
      return field === undefined ? null : { [field]: input.params.toivottu_toimitus }
    }
  }
}

/** Whether the roles may write these fields of any row. */
function mayWrite(viewer: Viewer, entity: EntityName, values: Values): boolean {
  const { update } = reachOf(entity, viewer.roles)
  const only: readonly string[] | undefined = update?.only
  return update != null && Object.keys(values).every((name) => !only || only.includes(name))
}

function hasState(entity: EntityName, state: string): boolean {
  const field = fieldOf(entity, 'tila')
  return field?.kind === 'choice' && Object.hasOwn(field.values, state)
}

const unknownState = (state: string): RequestFault => refusal('invalid', `Tuntematon tila: ${state}.`, '/params/tila')

function changesOfRows(viewer: Viewer, entity: EntityName, input: FieldOperation): ChangeSet[] {
  const values = valuesOf(entity, input)
  if (!values) throw refusal('invalid', `Toiminto ei sovi tähän: ${entityLabels[entity].label}.`, '/entityType')
  if (!mayWrite(viewer, entity, values)) throw refusal('forbidden')
  if (input.operation === 'setTila' && !hasState(entity, input.params.tila)) throw unknownState(input.params.tila)
  return setsForRows(entity, input, values)
}

/** An order's driver, car, state and day are set on its lines; only invoicing is a state of the order itself. */
async function changesOfOrders(context: Context, viewer: Viewer, input: FieldOperation): Promise<PlannedSet[]> {
  const state = input.operation === 'setTila' ? input.params.tila : null
  if (state !== null && !Object.hasOwn(statusLabels, state)) throw unknownState(state)
  const values = { lahetys: valuesOf('lahetys', input) ?? {}, tuntituote: valuesOf('tuntituote', input) ?? {} }
  if (!orderLines.some((entity) => mayWrite(viewer, entity, values[entity]))) throw refusal('forbidden')
  const orders = new Map((await context.engine.load(viewer, 'tilaus', input.ids)).map((order) => [order.row.id, order]))
  const lines = (await loadOrderLines(context, viewer, input.ids)).filter(({ row, mayRead }) => mayRead && row.status === 1)
  return input.ids.map((id, index): PlannedSet => {
    const order = orders.get(id)
    const update = (entity: EntityName, rowId: string, changed: Values) =>
      inputRow('update', entity, rowId, changed, optionsOf(input, index))
    if (!order?.mayRead || order.row.status !== 1) return { id, refused: refusal('not_found') }
    if (state !== null && isOrdersOwn(state, order.row.tilauksen_tila))
      return { id, index, changes: [update('tilaus', id, { tilauksen_tila: state })] }
    const all = lines.filter(({ row }) => row.tilaus === id)
    const live = all.filter(({ row }) => isShipmentState(row.tila) && isLive(row.tila))
    // For an order without live lines, the operation applies to those that can be restored.
    const chosen = live.length === 0 && state !== null ? all : live
    if (chosen.length === 0) return { id, refused: refusal('invalid', 'Tilauksella ei ole rivejä, joita voisi muuttaa.') }
    const stuck = state === null ? undefined : chosen.find(({ entity }) => !hasState(entity, state))
    if (stuck && isShipmentState(stuck.row.tila) && isShipmentState(state))
      return { id, refused: refusal('invalid', `Tilaa ei voi vaihtaa: ${shipmentStates[stuck.row.tila]} → ${shipmentStates[state]}`) }
    return { id, index, changes: chosen.map(({ entity, row }) => update(entity, row.id, values[entity])) }
  })
}

/** Whether the state is the order's own: marking as invoiced, and undoing it. */
const isOrdersOwn = (to: string, from: unknown): boolean => !isShipmentState(to) || (from === 'laskutettu' && to === 'toimitettu')
