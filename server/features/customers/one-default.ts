import { type BillingAddressChange, defaultAddressOf, defaultFault } from '#domain/entities/address/billing.default.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { Conclude, Hook, LookUp, StoredRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { type BillingEntity, type BillingRow, billingEntities, billingRowsOf } from './queries.ts'

type CustomerAddresses = { customer: string; addresses: readonly (BillingAddressChange & { entity: BillingEntity })[] }
type RowsOf = (entity: string) => readonly StoredRow[]

const customerOf = (row: StoredRow): string | null => (typeof row.asiakas === 'string' ? row.asiakas : null)
const customersOf = (changes: readonly Change<StoredRow>[]): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => [before && customerOf(before), customerOf(after)]).filter((id) => id !== null)),
]

// All three billing entities have these fields.
const stateOf = (row: StoredRow) => ({
  status: row.status,
  oletus: row.oletus === true,
  tyyppi: Array.isArray(row.tyyppi) ? row.tyyppi.map(String) : [],
})

/** The customers' billing addresses as stored and after this save. The customers are locked (`savedUnder`), so no other save changes them. */
async function addressesOf(runner: Queryable, customers: readonly string[], rowsOf: RowsOf): Promise<CustomerAddresses[]> {
  if (customers.length === 0) return []
  const stored = await billingRowsOf(runner, customers)
  const saved = billingEntities.flatMap((entity) => rowsOf(entity).map((row) => ({ entity, row })))
  const isSaved = new Set(saved.map(({ row }) => row.id))
  const storedById = new Map(stored.map((row) => [row.id, row]))
  return customers.map((customer) => {
    const ofStored = (row: BillingRow) => (row.asiakas_id === customer ? row : null)
    const unchanged = stored
      .filter((row) => row.asiakas_id === customer && !isSaved.has(row.id))
      .map((row) => ({ entity: row.entity, id: row.id, number: row.drupal_internal__id, before: row, after: row }))
    const changed = saved.flatMap(({ entity, row }) => {
      const before = storedById.get(row.id)
      const after = customerOf(row) === customer ? stateOf(row) : null
      const previous = before ? ofStored(before) : null
      // A new row has no number yet and is sorted last.
      return previous || after
        ? [{ entity, id: row.id, number: row.drupal_internal__id || Number.MAX_SAFE_INTEGER, before: previous, after }]
        : []
    })
    const order = ({ entity, number }: { entity: BillingEntity; number: number }) => [billingEntities.indexOf(entity), number] as const
    const addresses = [...unchanged, ...changed].sort((a, b) => {
      const [[kindA, numberA], [kindB, numberB]] = [order(a), order(b)]
      return kindA - kindB || numberA - numberB
    })
    return { customer, addresses }
  })
}

const lookUp: LookUp = async (runner, changes, { rowsOf, refuse }) => {
  const all = await addressesOf(runner, customersOf(changes), rowsOf)
  return changes.map((change) => {
    const { after } = change
    const addresses = all.find(({ customer }) => customer === customerOf(after))?.addresses ?? []
    const address = addresses.find(({ id }) => id === after.id)
    if (!address || after.status === 0) return {}
    const chosen = defaultAddressOf(addresses)
    const detail = defaultFault(address, chosen)
    if (detail) refuse(change, { field: 'oletus', detail })
    return { oletus: chosen === after.id }
  })
}

const conclude: Conclude = async (runner, rowsWithLines, { rowsOf }) => {
  const customers = customersOf(rowsWithLines.map(({ root }) => root))
  const changed = (await addressesOf(runner, customers, rowsOf)).flatMap(({ addresses }) => {
    const chosen = defaultAddressOf(addresses)
    return addresses.flatMap(({ entity, id, after }) => {
      const oletus = id === chosen
      return after?.status === 1 && after.oletus !== oletus ? [{ entity, id, values: { oletus } }] : []
    })
  })
  return { set: [], made: [], changed }
}

/** Keeps exactly one default among a customer's billing addresses of the three kinds (rules/customers.md#default-billing-address). */
export const oneDefault: Hook = { lookUp, conclude }
