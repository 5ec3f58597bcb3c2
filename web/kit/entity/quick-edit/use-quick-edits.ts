import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showFault } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { valuesOf } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { rowQuery } from '../row-query.ts'
import { OutdatedEdit, type QuickEdit, type QuickRefusal, rebased, refusalOf } from './quick-edit.ts'

/** Edits of fields in a list: shown before the server has answered, and reverted if it refuses them. */
export function useQuickEdits(entity: EntityName) {
  const queryClient = useQueryClient()
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const store = async ({ id, vid, key, value }: QuickEdit): Promise<number> => {
    const values = valuesOf(entity, { [key]: value })
    const idempotencyKey = saveKeyOf(id, { vid, changes: values })
    return (await patch(entity, { id, vid }, values, { quiet: explainedRefusals, idempotencyKey })).row.vid
  }
  /** Stores the edit; if somebody else has changed other fields only, on the version that they stored. */
  const storeOnNewest = async (edit: QuickEdit): Promise<number> => {
    try {
      return await store(edit)
    } catch (failure) {
      if (!(failure instanceof CallFault) || failure.status !== 409) throw failure
      const stored = await queryClient.fetchQuery({ ...rowQuery(entity, edit.id), staleTime: 0 })
      const next = rebased(edit, stored)
      if (next === 'stored') return stored.vid
      if (next === 'changed') throw new OutdatedEdit(stored)
      if (next === 'same') throw failure
      return await store(next)
    }
  }
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: (edit: QuickEdit) => storeOnNewest(atNewestVersion(edit)),
    onSuccess: (vid, { id, heading, key, value, before, saved = 'tallennettu', isUndo }) => {
      noteSaved([{ id, vid }])
      const undo: QuickEdit = { id, vid, heading, key, value: before, before: value, isUndo: true }
      if (isUndo) showDone(`${heading}: muutos kumottu`)
      else showUndo(`${heading} ${saved}`, () => saveOrShow(undo))
    },
    onSettled: () => rereadAfterChange(entity),
  })
  /** Returns why the edit was not stored; null once it is. The caller keeps the typed value. */
  const save = async (edit: QuickEdit): Promise<QuickRefusal | null> => {
    try {
      await mutate(edit)
      return null
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      return refusalOf(failure)
    }
  }
  const underWay = useRef(new Set<string>())
  /** Stores an edit without an input, such as a flag or an undo, and shows why it was not stored. A second tap meanwhile does nothing. */
  const saveOrShow = async (edit: QuickEdit): Promise<void> => {
    const key = JSON.stringify([edit.id, edit.key, edit.value])
    if (underWay.current.has(key)) return
    underWay.current.add(key)
    const refusal = await save(edit).finally(() => underWay.current.delete(key))
    if (refusal?.isSilent) showFault(refusal.text)
  }
  /** The row with the edits that are still being saved. */
  const shown = useCallback(
    <T extends { id: string }>(row: T): T => {
      const edits = changes.filter(({ change }) => change.id === row.id)
      return edits.length === 0 ? row : { ...row, ...Object.fromEntries(edits.map(({ change }) => [change.key, change.value])) }
    },
    [changes],
  )
  return { save, saveOrShow, shown }
}
