import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { type CallFault, refusalText } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { type Operation, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { leaveGroup } from '#web/features/orders/leave-group.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'

const shared = {
  onFault: (fault: CallFault) => showFault(refusalText(fault), fault),
  onSettled: () => rereadAfterChange('tilaus', 'tilaus_ryhma'),
}

/** Dissolves the group of the orders, all of which it has. */
export function useUngroup() {
  const restore = useAction({
    mutationFn: (back: readonly Operation[]) => operations(back, newId(), { quiet: 'all' }),
    onSuccess: () => showDone('Kumottu.'),
    ...shared,
  })
  const { run } = useAction({
    mutationFn: async (orders: readonly UninvoicedOrder[]) => {
      const group = orders[0]?.ryhma
      return group ? { group, ...(await leaveGroup(group, orders, [])) } : null
    },
    onSuccess: (left) => {
      if (left) showUndo(`Ryhmä ${left.group.tunniste} purettu.`, () => restore.run(left.back))
    },
    ...shared,
  })
  return run
}
