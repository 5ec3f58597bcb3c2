import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { DryRun } from '#domain/model/import/import-call.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { removeDraft, type SavedDraft, saveDraftOver, useSavedDraft } from '../form/saved-draft.ts'
import type { ReviewTable } from './review-table.ts'

const row = z.object({ rivi: z.number(), solut: z.array(z.string()) })
/** The rows of a chosen file with their corrections, as the device stores them until they are imported or discarded. */
const importDraftShape = z.object({
  /** The file's name. */
  file: z.string(),
  rows: z.array(row),
  lost: z.array(z.tuple([z.number(), z.string()])),
  leftOut: z.array(z.string()),
})
export type ImportDraft = z.infer<typeof importDraftShape>

/** Milliseconds after the last change: thousands of rows are not written at every key press. */
const saveDelay = 300

type Options<D extends DryRun> = {
  /** Undefined: nothing is stored. */
  name: string | undefined
  table: ReviewTable<D> | null
  /** Called once with the draft that the device has. */
  restore: (draft: ImportDraft) => void
}

/** Stores the table on this device while there is one, and restores it after a reload. Returns when it was stored (unix seconds), or null. */
export function useImportDraft<D extends DryRun>({ name = '', table, restore }: Options<D>): number | null {
  const owner = useSession()?.user.id ?? ''
  const previous = useSavedDraft(name, importDraftShape)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const hadTable = useRef(false)
  const onPrevious = useEffectEvent(({ value }: SavedDraft<ImportDraft>) => {
    if (table === null) restore(value)
  })
  useEffect(() => {
    if (previous && previous !== 'unread') onPrevious(previous)
  }, [previous])

  const save = useEffectEvent(async () => {
    if (!table || name === '' || previous === undefined) return
    const { name: file, rows, lost, leftOut } = table
    const value: ImportDraft = { file, rows: [...rows], lost: [...lost], leftOut: [...leftOut] }
    setSavedAt(await saveDraftOver(previous, { owner, name }, value, nowSeconds()))
  })
  const remove = useEffectEvent(() => {
    if (!hadTable.current) return
    hadTable.current = false
    setSavedAt(null)
    removeDraft(owner, name)
  })
  const rows = table?.rows
  useEffect(() => {
    if (!rows) return remove()
    hadTable.current = true
    let isPending = true
    const write = () => {
      isPending = false
      void save()
    }
    const timer = setTimeout(write, saveDelay)
    return () => {
      clearTimeout(timer)
      // The page is left before the delay has passed.
      if (isPending) write()
    }
  }, [rows])
  return savedAt
}
