import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import type { Asiakas } from '#domain/entities/customer/customer.entity.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import {
  type MergePreview,
  type MovedRows,
  type mergeCustomersCall,
  mergedFields,
  mergedValues,
  type mergePreviewCall,
} from '#domain/features/customers/merge-customers.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { updateRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { billingRowsOf, countReferences, lockCustomers, moveImports, routesWithPrice } from './queries.ts'

type Pair = { kept: Asiakas; removed: Asiakas }
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
  const live = (id: string, field: string): Asiakas => {
    const found = rows.find(({ row, mayRead }) => row.id === id && row.status === 1 && mayRead)
    if (!found) throw new RequestFault({ kind: 'not_found', pointer: `/${field}`, parameter: field, detail: faultKinds.not_found.title })
    return found.row
  }
  return { kept: live(ids.sailyva, 'sailyva'), removed: live(ids.poistuva, 'poistuva') }
}

/** What a merge would move and complete. */
export async function previewMerge(
  context: Context,
  viewer: Viewer,
  input: z.output<typeof mergePreviewCall.input>,
): Promise<MergePreview> {
  const { kept, removed } = await loadPair({ ...context, runner: context.pool }, viewer, input)
  const completed = mergedValues(kept, removed)
  return {
    sailyva: headingOf(kept),
    poistuva: headingOf(removed),
    siirtyy: await countReferences(context.pool, removed.id),
    taydentyy: mergedFields.filter((field) => field in completed),
  }
}

type Merged = z.input<typeof mergeCustomersCall.output>

/** Moves all that refers to the one customer to the other, completes it, and removes the one: all in one transaction (rules/customers.md#merging). */
export function mergeCustomers(context: Context, viewer: Viewer, input: z.output<typeof mergeCustomersCall.input>): Promise<Merged> {
  return inTransaction(context.pool, async (client) => {
    // Nobody orders for either of them meanwhile.
    await lockCustomers(client, [input.sailyva, input.poistuva])
    const { kept, removed } = await loadPair({ ...context, runner: client }, viewer, input)
    refuseStale(kept, input.sailyva_vid, 'sailyva_vid')
    refuseStale(removed, input.poistuva_vid, 'poistuva_vid')
    const siirtyi = await moveRows({ engine: context.engine, client }, viewer, { kept, removed })
    const { engine } = context
    // Its addresses are the other customer's now.
    const emptied = { status: 0 as const, kayntiosoite: null, nouto_osoite: [] }
    await engine.save(
      viewer,
      [
        updateRow('asiakas', kept.id, mergedValues(kept, removed), { reason: reasonOfKept(removed) }),
        updateRow('asiakas', removed.id, emptied, { reason: reasonFor(kept) }),
      ],
      { client },
    )
    return { success: true, id: kept.id, siirtyi }
  })
}

const reasonOfKept = (removed: Asiakas): string => `Yhdistetty asiakas ${tunnisteOf(removed)} ${removed.name}`
const reasonFor = (kept: Asiakas): string => `Yhdistetty asiakkaaseen ${tunnisteOf(kept)} ${kept.name}`

function refuseStale({ vid }: Asiakas, seen: number, field: string): void {
  if (vid !== seen) throw new RequestFault({ kind: 'conflict', pointer: `/${field}`, detail: faultKinds.conflict.title })
}

async function moveRows({ engine, client }: Saving, viewer: Viewer, { kept, removed }: Pair): Promise<MovedRows[]> {
  const reason = reasonFor(kept)
  // The default billing address of the customer that stays remains the default (one-default.ts).
  const billing = (await billingRowsOf(client, [removed.id])).filter(({ status }) => status === 1)
  await engine.save(
    viewer,
    billing.map(({ entity, id }) => updateRow(entity, id, { asiakas: kept.id, oletus: false }, { reason })),
    { client },
  )
  const moved = await engine.repoint(client, viewer, 'asiakas', {
    from: removed.id,
    to: kept.id,
    reason,
    targetReason: reasonOfKept(removed),
  })
  const routes = await routesWithPrice(client, removed.id)
  await engine.save(
    viewer,
    routes.map(({ id, hinnat: { [removed.id]: price = 0, ...others } }) =>
      updateRow('reitti', id, { hinnat: { [kept.id]: price, ...others } }, { reason }),
    ),
    { client },
  )
  await moveImports(client, { from: removed.id, to: kept.id })
  const counts = new Map(
    moved.map(({ entity, relation, count }) => [`${entity}.${relation}`, { entiteetti: entity, suhde: relation, maara: count }]),
  )
  for (const { entity } of billing) {
    const key = `${entity}.asiakas`
    counts.set(key, { entiteetti: entity, suhde: 'asiakas', maara: (counts.get(key)?.maara ?? 0) + 1 })
  }
  return [...counts.values()]
}
