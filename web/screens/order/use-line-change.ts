import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
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
  const scope = useId()
  /** The versions that were written here: the page may not have read them yet when the next change is made. */
  const written = useRef(new Map<string, number>())
  const { mutate, variables, isPending } = useMutation({
    // One after another: a car that is chosen while the driver is being stored is no clash.
    scope: { id: scope },
    mutationFn: async (change: Change) => {
      const { vid } = (await save({ ...change, vid: Math.max(change.vid, written.current.get(change.id) ?? 0) })).row
      written.current.set(change.id, vid)
      return vid
    },
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
