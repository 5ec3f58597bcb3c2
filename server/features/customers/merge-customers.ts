import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import type { Asiakas } from '#domain/entities/customer/customer.entity.ts'
import { faultKinds, outdated, RequestFault } from '#domain/errors.ts'
import {
  lostValues,
  type MergePreview,
  type MovedRows,
  type mergeCustomersCall,
  mergedFields,
  mergedValues,
  type mergePreviewCall,
  supersededEntities,
} from '#domain/features/customers/merge-customers.ts'
import { registry } from '#domain/model/registry.ts'
import { endSessionsOfCustomer } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { billingRowsOf, countReferences, lockCustomers, moveImports, routesWithPrice, supersededPrices } from './queries.ts'

type Pair = { remaining: Asiakas; removed: Asiakas }
type Reading = Pick<Context, 'engine'> & { runner: Queryable }
type Saving = Pick<Context, 'engine'> & { client: PoolClient }

const tunnisteOf = ({ drupal_internal__id }: Asiakas): string => `${registry.asiakas.tunniste.prefix}-${drupal_internal__id}`
const headingOf = (customer: Asiakas) => ({
  id: customer.id,
  vid: customer.vid,
  tunniste: tunnisteOf(customer),
  name: customer.name,
  y_tunnus: customer.y_tunnus,
})

async function loadPair({ engine, runner }: Reading, viewer: Viewer, ids: { sailyva: string; poistuva: string }): Promise<Pair> {
  const rows = await engine.load(viewer, 'asiakas', [ids.sailyva, ids.poistuva], { runner })
  const liveCustomer = (id: string, field: string): Asiakas => {
    const found = rows.find(({ row, mayRead }) => row.id === id && row.status === 1 && mayRead)
    if (!found) throw new RequestFault({ kind: 'not_found', pointer: `/${field}`, parameter: field, detail: faultKinds.not_found.title })
    return found.row
  }
  return { remaining: liveCustomer(ids.sailyva, 'sailyva'), removed: liveCustomer(ids.poistuva, 'poistuva') }
}

export async function previewMerge(
  context: Context,
  viewer: Viewer,
  input: z.output<typeof mergePreviewCall.input>,
): Promise<MergePreview> {
  const { remaining, removed } = await loadPair({ ...context, runner: context.pool }, viewer, input)
  const completed = mergedValues(remaining, removed)
  const superseded = await supersededPrices(context.pool, { remaining: remaining.id, removed: removed.id })
  return {
    sailyva: headingOf(remaining),
    poistuva: headingOf(removed),
    siirtyy: await countReferences(context.pool, removed.id),
    poistuu: supersededEntities.flatMap((entiteetti) => {
      const maara = superseded.filter(({ entity }) => entity === entiteetti).length
      return maara === 0 ? [] : [{ entiteetti, maara }]
    }),
    taydentyy: mergedFields.filter((field) => field in completed),
    haviaa: lostValues(remaining, removed),
  }
}

type Merged = z.input<typeof mergeCustomersCall.output>

/**
 * Changes all references from the removed customer to the remaining one, fills in its empty fields and removes the other, in the caller's transaction
 * (rules/customers.md#merging).
 */
export async function mergeCustomers(
  { engine, client, clock }: Saving & Pick<Context, 'clock'>,
  viewer: Viewer,
  input: z.output<typeof mergeCustomersCall.input>,
): Promise<Merged> {
  // Keeps new orders of either customer from being saved during the merge.
  await lockCustomers(client, [input.sailyva, input.poistuva])
  const { remaining, removed } = await loadPair({ engine, runner: client }, viewer, input)
  refuseStale(remaining, input.sailyva_vid, 'sailyva_vid')
  refuseStale(removed, input.poistuva_vid, 'poistuva_vid')
  // Their sessions know the removed customer.
  await endSessionsOfCustomer(client, removed.id, clock())
  const siirtyi = await moveRows({ engine, client }, viewer, { remaining, removed })
  // The removed customer may not refer to addresses that now belong to the other one.
  const removal = { status: 0 as const, kayntiosoite: null, nouto_osoite: [] }
  await engine.save(
    viewer,
    [
      updateRow('asiakas', remaining.id, mergedValues(remaining, removed), { reason: reasonForRemaining(removed) }),
      updateRow('asiakas', removed.id, removal, { reason: reasonForRemoved(remaining) }),
    ],
    { client },
  )
  return { success: true, id: remaining.id, siirtyi }
}

const reasonForRemaining = (removed: Asiakas): string => `Yhdistetty asiakas ${tunnisteOf(removed)} ${removed.name}`
const reasonForRemoved = (remaining: Asiakas): string => `Yhdistetty asiakkaaseen ${tunnisteOf(remaining)} ${remaining.name}`

function refuseStale({ vid }: Asiakas, seen: number, field: string): void {
  if (vid !== seen) throw new RequestFault(outdated(`/${field}`))
}

async function moveRows({ engine, client }: Saving, viewer: Viewer, { remaining, removed }: Pair): Promise<MovedRows[]> {
  const reason = reasonForRemoved(remaining)
  // Moved without the default mark, so that the default of the remaining customer does not change (one-default.ts).
  const billing = (await billingRowsOf(client, [removed.id])).filter(({ status }) => status === 1)
  await engine.save(
    viewer,
    billing.map(({ entity, id }) => updateRow(entity, id, { asiakas: remaining.id, oletus: false }, { reason })),
    { client },
  )
  // Otherwise the newer of two price lists would apply to the remaining customer, whichever customer it was agreed with.
  const superseded = await supersededPrices(client, { remaining: remaining.id, removed: removed.id })
  await engine.save(
    viewer,
    superseded.map(({ entity, id }) => updateRow(entity, id, { status: 0 }, { reason })),
    { client },
  )
  const moved = await engine.repoint(client, viewer, 'asiakas', {
    from: removed.id,
    to: remaining.id,
    reason,
    targetReason: reasonForRemaining(removed),
  })
  const routes = await routesWithPrice(client, removed.id)
  // By the system: the prices move also while the feature of routes is switched off.
  await engine.save(
    systemFor(viewer),
    routes.map(({ id, hinnat: { [removed.id]: price = 0, ...others } }) =>
      updateRow('reitti', id, { hinnat: { [remaining.id]: price, ...others } }, { reason }),
    ),
    { client },
  )
  await moveImports(client, { from: removed.id, to: remaining.id })
  const counts = new Map(
    moved.map(({ entity, relation, count }) => [`${entity}.${relation}`, { entiteetti: entity, suhde: relation, maara: count }]),
  )
  for (const { entity } of billing) {
    const key = `${entity}.asiakas`
    counts.set(key, { entiteetti: entity, suhde: 'asiakas', maara: (counts.get(key)?.maara ?? 0) + 1 })
  }
  return [...counts.values()]
}
