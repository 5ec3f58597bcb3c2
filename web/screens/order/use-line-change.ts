import { useMutation } from '@tanstack/react-query'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { patch } from '../../data/json-api.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import type { Values } from '../../data/row.ts'
import { showUndo } from '../../ui/undo-toast.tsx'

export type LineChange = {
  id: string
  vid: number
  set: Values<'lahetys'>
  /** What takes it back within ten seconds; null where the state table has no way back. */
  back: Values<'lahetys'> | null
  reason: string
  /** What was done: `Lähetys L-12: Noudettu`. */
  done: string
}

/** Changes a shipment at once: shown before the server has answered, and back as it was with a toast if refused. */
export function useLineChange() {
  const { mutate, variables, isPending } = useMutation({
    mutationFn: async ({ id, vid, set, reason }: LineChange) => {
      const { row } = await patch('lahetys', { id, vid }, set, { reason, quiet: [422] })
      return row.vid
    },
    onSuccess: (vid, change) => {
      const { back, done } = change
      if (back) showUndo(done, () => mutate({ ...change, vid, set: back, back: null, reason: '', done: '' }))
    },
    onError: (failure) => {
      if (failure instanceof CallFault && failure.status === 422) showFault(failure.message)
    },
    onSettled: () => rereadAfterChange('tilaus', 'lahetys'),
  })
  return {
    change: (change: LineChange) => mutate(change),
    /** The row as it will be, while the server is still asked. */
    shown: <T extends { id: string }>(row: T): T => (isPending && variables?.id === row.id ? { ...row, ...variables.set } : row),
    busy: isPending,
  }
}
