import type { z } from 'zod'
import type { bulkOperationCall } from '#domain/calls/bulk-operation.ts'
import { isShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { isLive, statusLabels } from '#domain/entities/order/order.status.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { EntityName } from '#domain/registry.ts'
import type { Viewer } from '#domain/roles.ts'
import { Faults, type Intent, readIntent } from '../jsonapi/intents.ts'
import { fieldOf, type Resource, type Rights, relationOf, resourceNamed } from '../jsonapi/model.ts'
import { type LoadedRow, loadRows } from '../jsonapi/rows.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { type Deed, pointerOf } from './save-each.ts'

export type Asked = z.output<typeof bulkOperationCall.input>
/** A deed, or why there is nothing to do for the id. */
export type Wanted = Deed | { id: string; refused: RequestFault }
type Values = { attributes?: Record<string, unknown>; relationships?: Record<string, unknown> }

/** The day that `setToivottuToimitus` sets. */
const wishes: { [N in EntityName]?: string } = { lahetys: 'toivottu_toimitus', tuntituote: 'toimituspaiva' }

const refusal = (kind: 'invalid' | 'forbidden' | 'not_found', detail: string = faultKinds[kind].title, pointer?: string): RequestFault =>
  new RequestFault({ kind, detail, ...(pointer === undefined ? {} : { pointer }) })

/**
 * What the operation is for each id, as the JSON:API would be asked for it; rights, versions and rules are looked at when it
 * is saved. Throws when the whole operation is outside the role (403) or does not suit the entity (422).
 */
export async function deedsOf(parts: JsonApi, viewer: Viewer, asked: Asked): Promise<Wanted[]> {
  const rights = parts.rightsOf(viewer)
  const resource = resourceNamed(parts.model, asked.entityType)
  const reach = rights.reach(resource.name)
  switch (asked.operation) {
    case 'unpublish':
      if (!reach.delete) throw refusal('forbidden')
      return asked.ids.map((id, index) => ({ id, index, intents: [removal(resource, id, index, asked.params.syy)] }))
    case 'publish':
      if (!reach.update || !rights.unpublished) throw refusal('forbidden')
      return publishing(parts, viewer, rights, resource, asked)
    default:
      return resource.name === 'tilaus' ? changesOfOrders(parts, viewer, rights, asked) : changesOfRows(parts, rights, resource, asked)
  }
}

function removal(resource: Resource, id: string, index: number, reason: string): Intent {
  return { op: 'remove', resource, id, values: {}, echoed: {}, linked: {}, vid: null, reason, pointer: pointerOf(index) }
}

/** The lines that were removed with their whole come back with it; one that was removed by itself stays away. */
async function publishing(parts: JsonApi, viewer: Viewer, rights: Rights, resource: Resource, asked: Asked): Promise<Wanted[]> {
  const published = { attributes: { status: true } }
  const wholes = new Map<string, LoadedRow>()
  const lines: { resource: Resource; row: LoadedRow['row'] }[] = []
  if (resource.lines.length > 0) {
    for (const whole of await loadRows(parts.pool, parts.model, rights, viewer, resource, { column: 'id', ids: asked.ids, lock: false }))
      wholes.set(whole.row.id, whole)
    for (const line of linesOf(parts, resource)) {
      const found = await loadRows(parts.pool, parts.model, rights, viewer, line, {
        column: `${line.partOf}_id`,
        ids: asked.ids,
        lock: false,
      })
      lines.push(...found.map(({ row }) => ({ resource: line, row })))
    }
  }
  return asked.ids.map((id, index): Wanted => {
    const whole = wholes.get(id)?.row
    const gone = lines.filter(
      ({ resource: { partOf }, row }) =>
        row[partOf ?? ''] === id && row.status === 0 && whole?.status === 0 && row.revision_created === whole.revision_created,
    )
    return deed(parts, rights, id, index, asked.params.syy, [
      { resource, id, values: published },
      ...gone.map(({ resource: line, row }) => ({ resource: line, id: row.id, values: published })),
    ])
  })
}

function linesOf(parts: JsonApi, resource: Resource): Resource[] {
  return resource.lines.flatMap((name) => {
    const relation = relationOf(resource, name)
    return relation?.kind === 'inverse' ? relation.to.map((to) => resourceNamed(parts.model, to)) : []
  })
}

type FieldOperation = Extract<Asked, { operation: 'assign' | 'setTila' | 'setToivottuToimitus' }>
type Part = { resource: Resource; id: string; values: Values }

/** One id's changes: all of them or none. */
export function deed(parts: JsonApi, rights: Rights, id: string, index: number, syy: string, changes: readonly Part[]): Wanted {
  const faults = new Faults()
  const pointer = pointerOf(index)
  const intents = changes.map(({ resource, id: rowId, values }) => {
    const data = { type: resource.type, id: rowId, ...values, meta: { syy } }
    return readIntent(parts.model, rights, resource, data, { op: 'update', id: rowId, pointer, localIds: new Map() }, faults)
  })
  return faults.list.length > 0 ? { id, refused: new RequestFault(faults.list) } : { id, index, intents }
}

/** What the operation writes into a row of this kind; null when it has no such field. */
function valuesOf(parts: JsonApi, resource: Resource, asked: FieldOperation): Values | null {
  switch (asked.operation) {
    case 'assign': {
      const relationships: Record<string, unknown> = {}
      for (const [name, id] of Object.entries({ kuljettaja: asked.params.kuljettaja, auto: asked.params.auto })) {
        const relation = relationOf(resource, name)
        if (id === undefined) continue
        if (relation?.kind !== 'one') return null
        relationships[name] = { data: id === null ? null : { type: resourceNamed(parts.model, relation.to).type, id } }
      }
      return { relationships }
    }
    case 'setTila':
      return fieldOf(resource, 'tila')?.kind === 'choice' ? { attributes: { tila: asked.params.tila } } : null
    case 'setToivottuToimitus': {
      const field = Object.entries(wishes).find(([name]) => name === resource.name)?.[1]
      return field === undefined ? null : { attributes: { [field]: asked.params.toivottu_toimitus } }
    }
  }
}

/** Whether the role writes these fields of some row. */
function mayWrite(rights: Rights, resource: Resource, { attributes = {}, relationships = {} }: Values): boolean {
  const { update } = rights.reach(resource.name)
  return update != null && Object.keys({ ...attributes, ...relationships }).every((name) => !update.only || update.only.includes(name))
}

function hasState(resource: Resource, state: string): boolean {
  const field = fieldOf(resource, 'tila')
  return field?.kind === 'choice' && Object.hasOwn(field.values, state)
}

const unknownState = (state: string): RequestFault => refusal('invalid', `Tuntematon tila: ${state}.`, '/params/tila')

function changesOfRows(parts: JsonApi, rights: Rights, resource: Resource, asked: FieldOperation): Wanted[] {
  const values = valuesOf(parts, resource, asked)
  if (!values) throw refusal('invalid', `Toiminto ei sovi tähän: ${resource.entity.label}.`, '/entityType')
  if (!mayWrite(rights, resource, values)) throw refusal('forbidden')
  if (asked.operation === 'setTila' && !hasState(resource, asked.params.tila)) throw unknownState(asked.params.tila)
  return asked.ids.map((id, index) => deed(parts, rights, id, index, asked.params.syy, [{ resource, id, values }]))
}

type Line = { resource: Resource; row: LoadedRow['row'] & { tila?: unknown } }

/** An order's driver, car, state and day are its lines'; only invoicing is the order's own state. */
async function changesOfOrders(parts: JsonApi, viewer: Viewer, rights: Rights, asked: FieldOperation): Promise<Wanted[]> {
  const orders = resourceNamed(parts.model, 'tilaus')
  const kinds = linesOf(parts, orders)
  const state = asked.operation === 'setTila' ? asked.params.tila : null
  if (state !== null && !Object.hasOwn(statusLabels, state)) throw unknownState(state)
  const values = new Map(kinds.flatMap((kind) => [[kind, valuesOf(parts, kind, asked)] as const]))
  if (!kinds.some((kind) => mayWrite(rights, kind, values.get(kind) ?? {}))) throw refusal('forbidden')
  const load = (resource: Resource, column: string) =>
    loadRows(parts.pool, parts.model, rights, viewer, resource, { column, ids: asked.ids, lock: false })
  const known = new Map((await load(orders, 'id')).map((order) => [order.row.id, order]))
  const lines: Line[] = []
  for (const resource of kinds)
    for (const { row, mayRead } of await load(resource, `${resource.partOf}_id`))
      if (mayRead && row.status === 1) lines.push({ resource, row })
  return asked.ids.map((id, index): Wanted => {
    const order = known.get(id)
    if (!order?.mayRead || order.row.status !== 1) return { id, refused: refusal('not_found') }
    if (state !== null && isOrdersOwn(state, order.row.tilauksen_tila))
      return deed(parts, rights, id, index, asked.params.syy, [{ resource: orders, id, values: { attributes: { tilauksen_tila: state } } }])
    const all = lines.filter(({ resource, row }) => row[resource.partOf ?? ''] === id)
    const live = all.filter(({ row }) => isShipmentState(row.tila) && isLive(row.tila))
    // Of an order that has no live line, those are meant that could be brought back.
    const chosen = live.length === 0 && state !== null ? all : live
    if (chosen.length === 0) return { id, refused: refusal('invalid', 'Tilauksella ei ole rivejä, joita voisi muuttaa.') }
    const stuck = state === null ? undefined : chosen.find(({ resource }) => !hasState(resource, state))
    if (stuck && isShipmentState(stuck.row.tila) && isShipmentState(state))
      return { id, refused: refusal('invalid', `Tilaa ei voi vaihtaa: ${shipmentStates[stuck.row.tila]} → ${shipmentStates[state]}`) }
    const changes = chosen.map(({ resource, row }) => ({ resource, id: row.id, values: values.get(resource) ?? {} }))
    return deed(parts, rights, id, index, asked.params.syy, changes)
  })
}

/** Marking as invoiced, and taking an invoiced order back. */
const isOrdersOwn = (to: string, from: unknown): boolean => !isShipmentState(to) || (from === 'laskutettu' && to === 'toimitettu')
