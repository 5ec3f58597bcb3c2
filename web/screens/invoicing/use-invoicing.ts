import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { invoiceOrdersCall, maxInvoicedOrders } from '#domain/features/invoicing/invoice-orders.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { patch } from '../../data/json-api.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { plural } from '../../kit/format.ts'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import type { InvoiceLine, OptimisticValues } from './invoicing-data.ts'

export type Result = { order: Pick<UninvoicedOrder, 'id' | 'tunniste' | 'asiakas' | 'hinta' | 'ryhma'>; success: boolean; message: string }
type Results = OperationResults['results']

const noAnswer = 'Vastausta ei saatu. Päivitä lista ja tarkista tilauksen tila.'

/** Sends the orders in parts; a part without an answer fails alone. */
async function inSequence(
  ids: readonly string[],
  inputOf: (ids: string[]) => z.input<typeof invoiceOrdersCall.input>,
  done: (count: number) => void,
): Promise<Results> {
  const results: Results = []
  for (const part of inParts(ids, maxInvoicedOrders)) {
    try {
      results.push(...(await callApi(invoiceOrdersCall, inputOf(part))).results)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      const message = failure.status === 0 ? noAnswer : failure.message
      results.push(...part.map((id) => ({ id, success: false, message })))
    }
    done(results.length)
  }
  return results
}

/** Stores an order's price or a group's joint one; returns the reason when it is rejected, null when it is stored. */
async function storePrice({ id, ryhma }: InvoiceLine, hinta: number): Promise<string | null> {
  if (ryhma) {
    await patch('tilaus_ryhma', { id, vid: ryhma.vid }, { hinta })
    return null
  }
  const { results } = await callApi(invoiceOrdersCall, { operation: 'setHinta', ids: [id], hinta })
  const refused = results.find(({ success }) => !success)
  return refused ? (refused.message ?? 'Hintaa ei voitu tallentaa.') : null
}

/** An administrator's changes of the list: shown at once, and reverted with an explanation when rejected. */
export function useInvoicing() {
  const [shown, setShown] = useState<ReadonlyMap<string, OptimisticValues>>(new Map())
  const [results, setResults] = useState<readonly Result[]>([])
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const newest = useRef(new Map<string, number>())

  const put = useCallback((ids: readonly string[], change: OptimisticValues | null) => {
    setShown((before) => {
      const after = new Map(before)
      for (const id of ids) {
        if (change) after.set(id, { ...after.get(id), ...change })
        else after.delete(id)
      }
      return after
    })
  }, [])

  const setPrice = useCallback(
    async (line: InvoiceLine, hinta: number): Promise<void> => {
      const attempt = (newest.current.get(line.id) ?? 0) + 1
      newest.current.set(line.id, attempt)
      put([line.id], { hinta })
      try {
        const refused = await storePrice(line, hinta)
        if (refused !== null) showFault(`${line.tunniste}: ${refused}`)
        await rereadAfterChange('tilaus', 'tilaus_ryhma')
      } catch (failure) {
        // A toast has reported the status.
        if (!(failure instanceof CallFault)) throw failure
      } finally {
        // A newer price of the same line may be on its way; its own result then decides what is shown.
        if (newest.current.get(line.id) === attempt) put([line.id], null)
      }
    },
    [put],
  )

  const undo = useCallback(async (ids: readonly string[]): Promise<void> => {
    const results = await inSequence(
      ids,
      (part) => ({ operation: 'peru_laskutus', ids: part, syy: 'Kumottu heti' }),
      () => undefined,
    )
    const failed = results.filter(({ success }) => !success)
    setResults([])
    if (failed.length === 0) showDone(`Kumottu: ${plural(ids.length, 'tilaus', 'tilausta')} takaisin laskuttamattomiin.`)
    else showFault(`${plural(failed.length, 'tilausta', 'tilausta')} ei voitu palauttaa. ${failed[0]?.message ?? ''}`.trim())
    await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
  }, [])

  const mark = useCallback(
    async (orders: readonly UninvoicedOrder[], syy: string): Promise<void> => {
      const ids = orders.map(({ id }) => id)
      put(ids, { marked: true })
      setResults([])
      setProgress({ done: 0, of: ids.length })
      try {
        const answers = await inSequence(
          ids,
          (part) => ({ operation: 'laskuta', ids: part, syy }),
          (done) => setProgress({ done, of: ids.length }),
        )
        const byId = new Map(answers.map((answer) => [answer.id, answer]))
        const results = orders.map((order) => {
          const answer = byId.get(order.id)
          return { order, success: answer?.success ?? false, message: answer?.message ?? '' }
        })
        setResults(results)
        const done = results.filter(({ success }) => success).map(({ order }) => order.id)
        if (done.length > 0) showUndo(`${plural(done.length, 'tilaus', 'tilausta')} merkitty laskutetuksi.`, () => undo(done))
        await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      } finally {
        put(ids, null)
        setProgress(null)
      }
    },
    [put, undo],
  )

  return { shown, results, progress, setPrice, mark, clearResults: () => setResults([]) }
}
