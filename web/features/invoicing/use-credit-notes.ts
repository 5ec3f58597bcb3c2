import { useQuery } from '@tanstack/react-query'
import { fromCents, sumEuros, toCents } from '#domain/values/money.ts'
import type { ListResult } from '#web/data/json-api.ts'
import { wholeQuery } from '#web/data/queries.ts'
import type { AllFields, EntityRow } from '#web/data/row.ts'

const maxNotes = 1000
const maxRows = 10_000

const creditNotes = (pages: readonly ListResult<'lasku', AllFields>[]) => ({
  notes: pages.flatMap(({ rows }) => rows),
  count: pages[0]?.count ?? 0,
})

/** The credit notes of an invoice; administrators also see those that have not been sent. */
export function useCreditNotes(invoice: string, enabled = true) {
  const query = { filter: { 'hyvitettava.id': invoice }, sort: ['numero'] } as const
  return useQuery({ ...wholeQuery('lasku', query, maxNotes), select: creditNotes, enabled })
}

type Sums = Pick<EntityRow<'lasku'>, 'veroton' | 'yhteensa'>

/** What is left to credit of an invoice. The amounts of its notes are negative; those that are not sent yet count too, as on the server. */
export const remainingOf = (invoice: Sums, notes: readonly Sums[]): Sums => ({
  veroton: sumEuros([invoice, ...notes].map(({ veroton }) => veroton)),
  yhteensa: sumEuros([invoice, ...notes].map(({ yhteensa }) => yhteensa)),
})

const creditedFields = { laskurivi: ['veroton', 'hyvitettava_rivi'] } as const

/** By row of the invoice, the euros (negative) that its credit notes have credited of it. */
function creditedByRow(pages: readonly ListResult<'laskurivi', typeof creditedFields>[]): ReadonlyMap<string, number> {
  const cents = new Map<string, number>()
  for (const { hyvitettava_rivi: row, veroton } of pages.flatMap(({ rows }) => rows))
    if (row) cents.set(row, (cents.get(row) ?? 0) + toCents(veroton))
  return new Map([...cents].map(([row, sum]) => [row, fromCents(sum)]))
}

export function useCreditedByRow(invoice: string) {
  const filter = { 'lasku.hyvitettava.id': invoice, 'lasku.status': 1 } as const
  const query = { filter, sort: ['drupal_internal__id'], fields: creditedFields } as const
  return useQuery({ ...wholeQuery('laskurivi', query, maxRows), select: creditedByRow })
}
