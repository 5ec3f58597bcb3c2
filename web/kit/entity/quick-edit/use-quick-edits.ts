import { useCallback } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { valuesOf } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'

/**
 * A new value of one field of a row. `vid` is the version on which it is based. An undo (`isUndo`) cannot itself be undone.
 * `saved` replaces "tallennettu" in the toast.
 */
export type QuickEdit = {
  id: string
  vid: number
  heading: string
  key: string
  value: unknown
  before: unknown
  saved?: string
  isUndo?: boolean
}

/** Replaces the general message, which asks to reload the page: the list has already been refetched. */
const conflictText = 'Joku muu ehti muuttaa riviä. Katso muutos ja yritä uudelleen.'

/** Edits of fields in a list: shown before the server has answered, and reverted with a message if it refuses them. */
export function useQuickEdits(entity: EntityName) {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: async (edit: QuickEdit) => {
      const { id, vid, key, value } = atNewestVersion(edit)
      const values = valuesOf(entity, { [key]: value })
      const idempotencyKey = saveKeyOf(id, { vid, changes: values })
      return (await patch(entity, { id, vid }, values, { quiet: explainedRefusals, idempotencyKey })).row.vid
    },
    onSuccess: (vid, { id, heading, key, value, before, saved = 'tallennettu', isUndo }) => {
      noteSaved([{ id, vid }])
      if (isUndo) showDone(`${heading}: muutos kumottu`)
      else showUndo(`${heading} ${saved}`, () => save({ id, vid, heading, key, value: before, before: value, isUndo: true }))
    },
    onError: (failure) => {
      if (!(failure instanceof CallFault)) return
      if (failure.status === 409) showFault(conflictText)
      else if (explainedRefusals.includes(failure.status)) showFault(failure.message)
    },
    onSettled: () => rereadAfterChange(entity),
  })
  const save = async (edit: QuickEdit): Promise<void> => {
    try {
      await mutate(edit)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
    }
  }
  /** The row with the edits that are still being saved. */
  const shown = useCallback(
    <T extends { id: string }>(row: T): T => {
      const edits = changes.filter(({ change }) => change.id === row.id)
      return edits.length === 0 ? row : { ...row, ...Object.fromEntries(edits.map(({ change }) => [change.key, change.value])) }
    },
    [changes],
  )
  return { save, shown }
}
