import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { comparedBusinessId, type similarCustomersCall, similaritiesOf } from '#domain/features/customers/similar-customers.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { alikeCustomers } from './queries.ts'

type Answer = z.input<typeof similarCustomersCall.output>

const maxShown = 10

/** The customers that may be the same company, those of the same Y-tunnus first (rules/customers.md#duplicates). */
export async function similarCustomers(
  context: Context,
  viewer: Viewer,
  { nimi, y_tunnus, ohita }: z.output<typeof similarCustomersCall.input>,
): Promise<Answer> {
  const typed = { name: nimi, y_tunnus: comparedBusinessId(y_tunnus) }
  const known = await alikeCustomers(context, viewer, { name: typed.name, businessId: typed.y_tunnus, except: ohita ?? null })
  const data = known.flatMap(({ number, ...customer }) => {
    const syyt = similaritiesOf(typed, customer)
    return syyt.length === 0 ? [] : [{ ...customer, tunniste: `${registry.asiakas.tunniste.prefix}-${number}`, syyt }]
  })
  return { data: data.slice(0, maxShown), meta: { count: data.length } }
}
