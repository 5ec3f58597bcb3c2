import { type WorktimeOperationInput, worktimeOperationsCall } from '#domain/features/worktime/administration-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showFault, showRefusal } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { DayForm } from './use-day-form.ts'

type Options = { operation: WorktimeOperationInput; done: string }

/** An operation of the record, with a message of what was done or why not. */
export const useOperation = (form: DayForm) =>
  useAction({
    mutationFn: async ({ operation }: Options) => {
      // What is checked is what is seen: edits are saved first, and nothing is marked when they cannot be.
      if (operation.operation === 'MARK_AS_TARKISTETTU' && form.isChanged && (await form.save()) === null) return null
      return callApi(worktimeOperationsCall, operation, { quiet: explainedRefusals })
    },
    onSuccess: async (answer, { operation, done }) => {
      const result = answer?.results[0]
      if (!result) return
      if (!result.success) return showFault(result.message ?? 'Toiminto ei onnistunut.')
      if (operation.operation === 'RESTORE_ORIGINAL') form.discard()
      await rereadAfterChange('tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava')
      showDone(done)
    },
    onFault: showRefusal,
  })
