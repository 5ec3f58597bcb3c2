import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { normalizedBusinessId, type similarCustomersCall, similaritiesOf } from '#domain/features/customers/similar-customers.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { duplicateCandidates } from './queries.ts'

type Answer = z.input<typeof similarCustomersCall.output>

const maxShown = 10

/** Possible duplicates of the typed customer, those with the same Y-tunnus first (rules/customers.md#duplicates). */
export async function similarCustomers(
  context: Context,
  viewer: Viewer,
  { nimi, y_tunnus, ohita }: z.output<typeof similarCustomersCall.input>,
): Promise<Answer> {
  const typed = { name: nimi, y_tunnus: normalizedBusinessId(y_tunnus) }
  const candidates = await duplicateCandidates(context, viewer, { name: typed.name, businessId: typed.y_tunnus, except: ohita ?? null })
  const data = candidates.flatMap(({ number, ...customer }) => {
    const syyt = similaritiesOf(typed, customer)
    return syyt.length === 0 ? [] : [{ ...customer, tunniste: `${registry.asiakas.tunniste.prefix}-${number}`, syyt }]
  })
  return { data: data.slice(0, maxShown), meta: { count: data.length } }
}
