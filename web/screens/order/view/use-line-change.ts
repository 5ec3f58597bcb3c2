import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { type LineChange, reversed } from '#web/features/orders/line-changes.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'

/** `done`: the toast's text, `Lähetys L-12: Noudettu`. The toast of an undo offers no further undo. */
type Change = LineChange & { reason: string; done: string; isUndo?: boolean }

function save(change: Change) {
  const { id, vid, reason } = change
  const options = { reason, quiet: [422] }
  return change.entity === 'lahetys'
    ? patch('lahetys', { id, vid }, change.set, options)
    : patch('tuntituote', { id, vid }, change.set, options)
}

/** Changes a shipment or an hourly job: shown before the server has answered, and reverted with a toast if rejected. */
export function useLineChange() {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: async (change: Change) => (await save(atNewestVersion(change))).row.vid,
    onSuccess: (vid, change) => {
      noteSaved([{ id: change.id, vid }])
      const back = change.isUndo ? null : reversed(change, vid)
      if (back) showUndo(change.done, () => make({ ...back, reason: '', done: `Kumottu: ${change.done}`, isUndo: true }))
      else showDone(change.done)
    },
    onError: (failure) => {
      if (failure instanceof CallFault && failure.status === 422) showFault(failure.message)
    },
    onSettled: () => rereadAfterChange('tilaus', 'lahetys', 'tuntituote'),
  })
  const make = async (change: Change): Promise<void> => {
    try {
      await mutate(change)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
    }
  }
  return {
    change: (change: Change) => void make(change),
    /** The row with the changes that have not been answered yet. */
    shown: <T extends { id: string }>(row: T): T => {
      const own = changes.filter(({ change }) => change.id === row.id)
      return own.length === 0 ? row : { ...row, ...Object.fromEntries(own.flatMap(({ change }) => Object.entries(change.set))) }
    },
    busy: changes.length > 0,
  }
}
