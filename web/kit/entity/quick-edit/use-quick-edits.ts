import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { valuesOf } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'

/** A new value of one field of a row, over the version that it was typed over. What an undo did is not offered to be undone again. */
export type QuickEdit = { id: string; vid: number; heading: string; key: string; value: unknown; before: unknown; isUndo?: boolean }

/** The general sentence asks to reload the page, but the list has been reread by then. */
const overtaken = 'Joku muu ehti muuttaa riviä. Katso muutos ja yritä uudelleen.'

/** Fields that are edited in a list: shown before the server has answered, and back as they were with a toast if refused. */
export function useQuickEdits(entity: EntityName) {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: async (edit: QuickEdit) => {
      const { id, vid, key, value } = atNewestVersion(edit)
      const values = valuesOf(entity, { [key]: value })
      const idempotencyKey = saveKeyOf(id, { vid, changes: values })
      return (await patch(entity, { id, vid }, values, { quiet: explainedRefusals, idempotencyKey })).row.vid
    },
    onSuccess: (vid, { id, heading, key, value, before, isUndo }) => {
      noteSaved([{ id, vid }])
      if (isUndo) showDone(`${heading}: muutos kumottu`)
      else showUndo(`${heading} tallennettu`, () => save({ id, vid, heading, key, value: before, before: value, isUndo: true }))
    },
    onError: (failure) => {
      if (!(failure instanceof CallFault)) return
      if (failure.status === 409) showFault(overtaken)
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
  return {
    save,
    /** The row as it will be, while the server is still asked. */
    shown: <T extends { id: string }>(row: T): T => {
      const own = changes.filter(({ change }) => change.id === row.id)
      return own.length === 0 ? row : { ...row, ...Object.fromEntries(own.map(({ change }) => [change.key, change.value])) }
    },
  }
}
