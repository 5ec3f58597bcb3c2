import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { mayTouchRow, type RowViewer } from '#domain/access/row-rights.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, shownByForm, showRefusal } from '#web/data/fault-toast.tsx'
import { patch } from '#web/data/json-api.ts'
import { add, drop, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { type EntityRow, newId, valuesOf } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { type Content, changesOf, contentOf, type FieldRights, fieldRights } from './fields/row-fields.ts'
import { rowQuery } from './row-query.ts'
import { isStoredAsSent } from './stored-as-sent.ts'

type Options<N extends EntityName> = {
  entity: N
  fields: readonly string[]
  /** Values of a new row besides the typed ones. */
  fixed: object
  viewer: RowViewer
  edits: FieldRights['edits']
}

/** The saves of a row or a new one. Each shows a toast and can be undone. */
export function useRowSaves<N extends EntityName>({ entity, fields, fixed, viewer, edits }: Options<N>) {
  const name: EntityName = entity
  const queryClient = useQueryClient()
  /** The contents that this form has sent as a new row: one of them may have been stored although no answer came. */
  const sent = useRef<Content[]>([])

  const reread = (id: string): Promise<EntityRow<EntityName>> => queryClient.fetchQuery({ ...rowQuery(name, id), staleTime: 0 })
  const { run: undoSave } = useAction({
    mutationFn: (undo: () => Promise<void>) => undo(),
    onSettled: () => rereadAfterChange(name),
    onFault: showRefusal,
  })
  const tell = (stored: object, undo: (() => Promise<void>) | null) => {
    const text = `${rowHeading(name, stored) || registry[name].label} tallennettu`
    if (undo === null) return showDone(text)
    showUndo(text, () => undoSave(undo))
  }

  const change = async (
    { id, vid }: { id: string; vid: number },
    { content, read }: { content: Content; read: Content },
  ): Promise<void> => {
    const changes = changesOf(name, { content, read }, edits)
    if (Object.keys(changes).length === 0) return
    const idempotencyKey = saveKeyOf(id, { vid, changes })
    const { row: stored } = await patch(name, { id, vid }, valuesOf(name, changes), { quiet: shownByForm, idempotencyKey })
    await rereadAfterChange(name)
    const before = contentOf(read, Object.keys(changes))
    tell(stored, async () => void (await patch(name, { id, vid: stored.vid }, valuesOf(name, before), { quiet: explainedRefusals })))
  }

  const storeNew = async (id: string, values: Content): Promise<void> => {
    sent.current.push(values)
    const results = await operations([add(name, Object.assign({ id }, valuesOf(name, values)))], saveKeyOf(id, { ...values, id }), {
      quiet: shownByForm,
    })
    await rereadAfterChange(name)
    const stored: object = results.row(entity, 0) ?? {}
    const mayRemove = mayTouchRow(name, 'delete', { row: stored, viewer, now: nowSeconds() }) !== false
    tell(stored, mayRemove ? async () => void (await operations([drop(name, id)], newId(), { quiet: explainedRefusals })) : null)
  }
  /** Saves the later edits to a row that was stored although no answer came. False: it is another row, or may not be changed. */
  const changeStored = async (id: string, content: Content): Promise<boolean> => {
    const stored = await reread(id).catch(unlessMissing)
    if (!stored || stored.status === 0 || !sent.current.some((values) => isStoredAsSent(name, stored, values))) return false
    const edit = { content, read: contentOf(stored, Object.keys(content)) }
    const changed = Object.keys(changesOf(name, edit, edits))
    if (!changed.every(fieldRights({ name, row: stored, viewer, now: nowSeconds() }, fields).edits)) return false
    if (changed.length > 0) await change(stored, edit)
    else {
      await rereadAfterChange(name)
      tell(stored, null)
    }
    return true
  }
  /**
   * Stores a new row and returns its id. If another row already has the id (created in another tab, or from the same draft earlier),
   * `changeId` gives the form a new one, so that no row is ever overwritten.
   */
  const make = async (id: string, content: Content, changeId: (id: string) => void): Promise<string> => {
    const values: Content = { ...changesOf(name, { content, read: {} }, edits), ...fixed }
    try {
      await storeNew(id, values)
      return id
    } catch (failure) {
      if (!(failure instanceof CallFault && failure.status === 409)) throw failure
      if (await changeStored(id, content)) return id
    }
    const unused = newId()
    sent.current = []
    changeId(unused)
    await storeNew(unused, values)
    return unused
  }
  const forgetSent = () => {
    sent.current = []
  }
  return { change, make, forgetSent, reread }
}

function unlessMissing(failure: unknown): null {
  if (failure instanceof CallFault && failure.status === 404) return null
  throw failure
}
