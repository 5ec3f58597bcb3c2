import { useMutation } from '@tanstack/react-query'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { patch } from '../../data/json-api.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { type LineChange, reversed } from '../../kit/line-changes.ts'
import { showUndo } from '../../ui/undo-toast.tsx'

/** `done`: what was done, `Lähetys L-12: Noudettu`. */
type Change = LineChange & { reason: string; done: string }

function save(change: Change) {
  const { id, vid, reason } = change
  const asked = { reason, quiet: [422] }
  return change.entity === 'lahetys'
    ? patch('lahetys', { id, vid }, change.set, asked)
    : patch('tuntituote', { id, vid }, change.set, asked)
}

/** Changes a shipment or an hourly job at once: shown before the server has answered, and back as it was with a toast if refused. */
export function useLineChange() {
  const { mutate, variables, isPending } = useMutation({
    mutationFn: async (change: Change) => (await save(change)).row.vid,
    onSuccess: (vid, change) => {
      const back = reversed(change, vid)
      if (back) showUndo(change.done, () => mutate({ ...back, reason: '', done: '' }))
    },
    onError: (failure) => {
      if (failure instanceof CallFault && failure.status === 422) showFault(failure.message)
    },
    onSettled: () => rereadAfterChange('tilaus', 'lahetys', 'tuntituote'),
  })
  return {
    change: (change: Change) => mutate(change),
    /** The row as it will be, while the server is still asked. */
    shown: <T extends { id: string }>(row: T): T => (isPending && variables?.id === row.id ? { ...row, ...variables.set } : row),
    busy: isPending,
  }
}
