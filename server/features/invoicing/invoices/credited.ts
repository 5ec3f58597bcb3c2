import type { InvoiceState } from '#domain/entities/invoice/invoice.states.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { creditsByRow } from './queries.ts'

/** Of each row of an invoice, the cents (negative) of its credit notes in these states. */
export const creditedCents = async (
  runner: Queryable,
  invoice: string,
  states: readonly InvoiceState[],
): Promise<ReadonlyMap<string, number>> =>
  new Map((await creditsByRow(runner, invoice, states)).map(({ rivi, cents }) => [rivi, Math.round(cents)]))
