import type { z } from 'zod'
import { invoiceOperationsCall } from '#domain/features/invoicing/invoice-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showFault, showRefusal } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

type InvoiceInput = z.input<typeof invoiceOperationsCall.input>

/** An operation on one invoice; says what was done, or why it was not. */
export function useInvoiceOperation(onDone: () => void) {
  return useAction({
    mutationFn: async ({ input, done }: { input: InvoiceInput; done: string }) => {
      const { results } = await callApi(invoiceOperationsCall, input, { quiet: explainedRefusals })
      return { done, refused: results.find(({ success }) => !success) }
    },
    onSuccess: ({ done, refused }) => {
      if (refused) showFault(refused.message ?? 'Toimintoa ei voitu tehdä.')
      else {
        showDone(done)
        onDone()
      }
    },
    onFault: showRefusal,
    onSettled: () => rereadAfterChange('lasku', 'laskurivi', 'tilaus', 'lahetys', 'tuntituote'),
  })
}
