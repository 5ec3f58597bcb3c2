import { type BillingMark, defaultFault, defaultOf } from '#domain/entities/address/billing.default.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { Conclude, Hook, LookUp, StoredRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { type BillingEntity, type BillingRow, billingEntities, billingRowsOf } from './queries.ts'

type Marks = { customer: string; marks: readonly (BillingMark & { entity: BillingEntity })[] }
type RowsOf = (entity: string) => readonly StoredRow[]

const customerOf = (row: StoredRow): string | null => (typeof row.asiakas === 'string' ? row.asiakas : null)
const customersOf = (changes: readonly Change<StoredRow>[]): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => [before && customerOf(before), customerOf(after)]).filter((id) => id !== null)),
]

// Rows of the three billing entities: each has these fields.
const stateOf = (row: StoredRow) => ({
  status: row.status,
  oletus: row.oletus === true,
  tyyppi: Array.isArray(row.tyyppi) ? row.tyyppi.map(String) : [],
})

/** The customers' billing addresses as they are stored and as this save leaves them. Their customers are locked (`savedUnder`). */
async function marksOf(runner: Queryable, customers: readonly string[], rowsOf: RowsOf): Promise<Marks[]> {
  if (customers.length === 0) return []
  const stored = await billingRowsOf(runner, customers)
  const saved = billingEntities.flatMap((entity) => rowsOf(entity).map((row) => ({ entity, row })))
  const isSaved = new Set(saved.map(({ row }) => row.id))
  const storedById = new Map(stored.map((row) => [row.id, row]))
  return customers.map((customer) => {
    const ofStored = (row: BillingRow) => (row.asiakas_id === customer ? row : null)
    const untouched = stored
      .filter((row) => row.asiakas_id === customer && !isSaved.has(row.id))
      .map((row) => ({ entity: row.entity, id: row.id, number: row.drupal_internal__id, before: row, after: row }))
    const touched = saved.flatMap(({ entity, row }) => {
      const before = storedById.get(row.id)
      const after = customerOf(row) === customer ? stateOf(row) : null
      const own = before ? ofStored(before) : null
      // A new row has no number yet: it stands last of its kind.
      return own || after ? [{ entity, id: row.id, number: row.drupal_internal__id || Number.MAX_SAFE_INTEGER, before: own, after }] : []
    })
    const order = ({ entity, number }: { entity: BillingEntity; number: number }) => [billingEntities.indexOf(entity), number] as const
    const marks = [...untouched, ...touched].sort((a, b) => {
      const [[kindA, numberA], [kindB, numberB]] = [order(a), order(b)]
      return kindA - kindB || numberA - numberB
    })
    return { customer, marks }
  })
}

const lookUp: LookUp = async (runner, changes, { rowsOf, refuse }) => {
  const all = await marksOf(runner, customersOf(changes), rowsOf)
  return changes.map((change) => {
    const { after } = change
    const marks = all.find(({ customer }) => customer === customerOf(after))?.marks ?? []
    const mark = marks.find(({ id }) => id === after.id)
    if (!mark || after.status === 0) return {}
    const chosen = defaultOf(marks)
    const detail = defaultFault(mark, chosen)
    if (detail) refuse(change, { field: 'oletus', detail })
    return { oletus: chosen === after.id }
  })
}

const conclude: Conclude = async (runner, wholes, { rowsOf }) => {
  const customers = customersOf(wholes.map(({ root }) => root))
  const changed = (await marksOf(runner, customers, rowsOf)).flatMap(({ marks }) => {
    const chosen = defaultOf(marks)
    return marks.flatMap(({ entity, id, after }) => {
      const oletus = id === chosen
      return after?.status === 1 && after.oletus !== oletus ? [{ entity, id, values: { oletus } }] : []
    })
  })
  return { set: [], made: [], changed }
}

/** Keeps exactly one default among a customer's billing addresses of the three kinds (rules/customers.md#default-billing-address). */
export const oneDefault: Hook = { lookUp, conclude }
