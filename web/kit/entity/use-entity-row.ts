import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { CallFault } from '#web/data/fault.ts'
import { patch, read } from '#web/data/json-api.ts'
import { add, drop, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { newId, type Seen, type Values } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { type Content, changesOf, contentFaults, contentOf, type FieldKey, fieldRights, newContent } from './fields/row-fields.ts'
import { rowEdit, useRowForm } from './use-row-form.ts'

/** A whole row; a row that is not there or out of reach is an answer, not a fault to be told of. */
export const rowQuery = <N extends EntityName>(entity: N, id: string) =>
  queryOptions({
    queryKey: queryKeys.one(entity, id, {}),
    queryFn: async ({ signal }): Promise<Seen<N>> => (await read(entity, id, {}, { signal, quiet: [404] })).row,
  })

/** Who looks at a row, for the policy's conditions. */
export function useRowViewer() {
  const session = useSession()
  return { roles: session?.user.roles ?? [], userId: session?.user.id ?? '', asiakasId: session?.asiakas?.id ?? null }
}

type Options<N extends EntityName> = {
  entity: N
  /** Null for a new one. */
  row: Seen<N> | null
  fields: readonly FieldKey<N>[]
  /** What a new row has besides what is typed: the row that it belongs to. */
  fixed?: Values<N>
  /** What a new row begins with. */
  initial?: Values<N>
  /** Names the draft of a new row, where several kinds are made. */
  draft?: string
  /** The row is stored, and its page may begin anew. */
  onSaved: (id: string) => void
}

type Version = { id: string; vid: number }

// The registry has said of each value what it is, which TypeScript cannot follow through its mapped types.
const asValues = (content: Content) => content as Values<EntityName>
const asNewRow = (content: Content) => content as Values<EntityName> & { id: string }

/** A row that is edited: its form, what the viewer may do with it, and its saves, which can be undone. */
export function useEntityRow<N extends EntityName>({ entity, row, fields, fixed = {}, initial = {}, draft = 'new', onSaved }: Options<N>) {
  const queryClient = useQueryClient()
  const viewer = useRowViewer()
  const name: EntityName = entity
  const rights = fieldRights({ name, row, viewer, now: nowSeconds() }, fields)
  const [fresh] = useState(() => ({ id: newId(), content: { ...newContent(name, fields), ...initial } }))
  const keys = fields.join()
  const edit = useMemo(() => {
    const listed = keys.split(',')
    return row ? rowEdit({ id: row.id, vid: row.vid }, contentOf(row, listed)) : rowEdit({ id: fresh.id, vid: 0 }, fresh.content)
  }, [row, keys, fresh])

  const reread = async (id: string): Promise<Version> => queryClient.fetchQuery({ ...rowQuery(name, id), staleTime: 0 })
  const quiet = [404, 409, 422]
  const tell = (stored: object, undo: (() => Promise<void>) | null) => {
    const text = `${rowHeading(name, stored) || registry[name].label} tallennettu`
    if (undo === null) return showDone(text)
    showUndo(text, async () => {
      await undo()
      await rereadAfterChange(name)
    })
  }

  const change = async (id: string, vid: number, { content, read }: { content: Content; read: Content }): Promise<void> => {
    const changes = changesOf(name, { content, read }, rights.edits)
    if (Object.keys(changes).length === 0) return
    const idempotencyKey = saveKeyOf(id, { vid, changes })
    const { row: stored } = await patch(name, { id, vid }, asValues(changes), { quiet, idempotencyKey })
    await rereadAfterChange(name)
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, read[key]]))
    tell(stored, async () => void (await patch(name, { id, vid: stored.vid }, asValues(before))))
  }
  const make = async (id: string, content: Content): Promise<void> => {
    const typed = changesOf(name, { content, read: {} }, rights.edits)
    const values: Content = { ...typed, ...(fixed as Content), id }
    try {
      const results = await operations([add(name, asNewRow(values))], saveKeyOf(id, values), { quiet })
      await rereadAfterChange(name)
      const stored: object = results.row(entity, 0) ?? {}
      const mayRemove = mayTouchRow(name, 'delete', { row: stored, viewer, now: nowSeconds() }) !== false
      tell(stored, mayRemove ? async () => void (await operations([drop(name, id)], newId())) : null)
    } catch (failure) {
      // Stored before, and only its answer was lost: what has been typed since is a change.
      const stored = failure instanceof CallFault && failure.status === 409 ? await reread(id).catch(() => null) : null
      if (!stored) throw failure
      await change(id, stored.vid, { content, read: contentOf(stored, Object.keys(content)) })
    }
  }

  const api = useRowForm({
    name: `${name}.${row?.id ?? draft}`,
    row: edit,
    isNew: row === null,
    validate: ({ content }) => contentFaults(name, content, rights.edits),
    store: async ({ stored: { id, vid }, content, read }) => {
      await (row ? change(id, vid, { content, read }) : make(id, content))
      return true
    },
    reread: async () => {
      const stored = await reread(row?.id ?? edit.stored.id)
      return rowEdit({ id: stored.id, vid: stored.vid }, contentOf(stored, fields))
    },
  })
  return { api, rights, onSaved: () => onSaved(api.form.getValues().stored.id) }
}
