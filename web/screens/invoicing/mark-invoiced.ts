import type { z } from 'zod'
import { invoiceOrdersCall, maxInvoicedOrders } from '#domain/features/invoicing/invoice-orders.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { inWholeParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { plural } from '#web/kit/format.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

export type OperationResult = OperationResults['results'][number]
export const noAnswer = 'Vastausta ei saatu. Päivitä lista ja tarkista tilauksen tila.'

export type ChosenOrder = { id: string; asiakas: { id: string }; ryhma: { id: string } | null }

/**
 * Makes a call in parts, as many orders as it takes at once; a part without an answer fails alone. The orders of a customer are in the same
 * part; of a very large selection, at least those of a group.
 */
async function inSequence(
  orders: readonly ChosenOrder[],
  call: (ids: string[]) => Promise<{ results: readonly OperationResult[] }>,
  done: (count: number) => void,
): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  for (const part of inWholeParts(orders, maxInvoicedOrders, [({ asiakas }) => asiakas.id, ({ id, ryhma }) => ryhma?.id ?? id])) {
    const ids = part.map(({ id }) => id)
    try {
      results.push(...(await call(ids)).results)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      const message = failure.status === 0 ? noAnswer : failure.message
      results.push(...ids.map((id) => ({ id, success: false, message })))
    }
    done(results.length)
  }
  return results
}

const change = (input: z.input<typeof invoiceOrdersCall.input>) => callApi(invoiceOrdersCall, input, { quiet: 'all' })

export const markInvoiced = (orders: readonly ChosenOrder[], syy: string, done: (count: number) => void): Promise<OperationResult[]> =>
  inSequence(orders, (ids) => change({ operation: 'laskuta', ids, syy }), done)

/** Takes the orders back to the uninvoiced ones, right after they were marked. */
export async function unmarkInvoiced(orders: readonly ChosenOrder[]): Promise<void> {
  const results = await inSequence(
    orders,
    (ids) => change({ operation: 'peru_laskutus', ids, syy: 'Kumottu heti' }),
    () => undefined,
  )
  const failed = results.filter(({ success }) => !success)
  if (failed.length === 0) showDone(`Kumottu: ${plural(orders.length, 'tilaus', 'tilausta')} takaisin laskuttamattomiin.`)
  else showFault(`${plural(failed.length, 'tilausta', 'tilausta')} ei voitu palauttaa. ${failed[0]?.message ?? ''}`.trim())
  await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
}
