import { useState } from 'react'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { plural } from '#web/kit/format.ts'
import { showUndo } from '#web/ui/undo-toast.tsx'
import { markInvoiced, unmarkInvoiced } from './mark-invoiced.ts'

export type MarkResult = {
  order: Pick<UninvoicedOrder, 'id' | 'tunniste' | 'asiakas' | 'hinta' | 'ryhma'>
  success: boolean
  message: string
}

/** Marks orders as invoiced elsewhere, with the result of each and an undo. */
export function useMarking() {
  const [results, setResults] = useState<readonly MarkResult[]>([])
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const { run } = useAction({
    async mutationFn({ orders, syy }: { orders: readonly UninvoicedOrder[]; syy: string }) {
      setResults([])
      setProgress({ done: 0, of: orders.length })
      const answers = await markInvoiced(orders, syy, (done) => setProgress({ done, of: orders.length }))
      const byId = new Map(answers.map((answer) => [answer.id, answer]))
      return orders.map((order): MarkResult => {
        const answer = byId.get(order.id)
        return { order, success: answer?.success ?? false, message: answer?.message ?? '' }
      })
    },
    onSuccess: (marked) => {
      setResults(marked)
      const done = marked.filter(({ success }) => success).map(({ order }) => order)
      if (done.length === 0) return
      showUndo(`${plural(done.length, 'tilaus', 'tilausta')} merkitty laskutetuksi.`, async () => {
        setResults([])
        await unmarkInvoiced(done)
      })
    },
    onSettled: () => {
      setProgress(null)
      return rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
    },
  })
  return { results, progress, mark: (orders: readonly UninvoicedOrder[], syy: string) => run({ orders, syy }), clear: () => setResults([]) }
}
