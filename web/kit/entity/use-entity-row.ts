import { useMemo, useState } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { type EntityRow, newId, type Values, valuesOf } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { changesOf, contentFaults, contentOf, type FieldKey, fieldRights, newContent } from './fields/row-fields.ts'
import { rowEdit, useRowForm } from './use-row-form.ts'
import { useRowSaves } from './use-row-saves.ts'

/** The viewer, for the policy's conditions. */
export function useRowViewer() {
  const session = useSession()
  return { roles: session?.user.roles ?? [], userId: session?.user.id ?? '', asiakasId: session?.asiakas?.id ?? null }
}

/** The name of a row's draft; `id` may be a name for new rows. */
export const draftOfRow = (entity: EntityName, id: string): string => `${entity}.${id}`

/** Whether the save of a stored row is carried out, after the person has seen what it entails. */
export type ConfirmSave = (change: { id: string; vid: number; values: object }) => Promise<boolean>

type Options<N extends EntityName> = {
  confirmSave?: ConfirmSave | undefined
  entity: N
  /** Null for a new row. */
  row: EntityRow<N> | null
  fields: readonly FieldKey<N>[]
  /** Values of a new row besides the typed ones, for example the row that it belongs to. */
  fixed?: Values<N>
  /** The initial values of a new row. */
  initial?: Values<N>
  /** The name of a new row's draft, where several kinds are created. */
  draft?: string
}

/**
 * The state of editing a row: its form, the viewer's rights, and its saves, which can be undone. Each hook uses those after it:
 * useEntityRow (fields and rights by the registry), useRowForm (the save of a row and its rejection), then useDraftedForm (faults by field,
 * the draft, leaving) and useStoredForm (changes by others). useRowSaves sends what useRowForm saves.
 */
export function useEntityRow<N extends EntityName>({
  entity,
  row,
  fields,
  fixed = {},
  initial = {},
  draft = 'new',
  confirmSave,
}: Options<N>) {
  const viewer = useRowViewer()
  const name: EntityName = entity
  const rights = fieldRights({ name, row, viewer, now: nowSeconds() }, fields)
  const [fresh] = useState(() => ({ id: newId(), content: { ...newContent(name, fields), ...initial } }))
  const keys = fields.join()
  const edit = useMemo(() => {
    const listed = keys.split(',')
    return row ? rowEdit({ id: row.id, vid: row.vid }, contentOf(row, listed)) : rowEdit({ id: fresh.id, vid: 0 }, fresh.content)
  }, [row, keys, fresh])
  const { change, make, forgetSent, reread } = useRowSaves({ entity, fields, fixed, viewer, edits: rights.edits })

  const { discard, ...form } = useRowForm({
    id: row?.id ?? null,
    draftOf: (id) => draftOfRow(name, id ?? draft),
    row: edit,
    validate: ({ content }) => contentFaults(name, content, rights.edits),
    store: async ({ stored: { id, vid }, content, read }) => {
      if (!row) return make(id, content, (anew) => form.form.setFieldValue('stored', { id: anew, vid: 0 }))
      const values = valuesOf(name, changesOf(name, { content, read }, rights.edits))
      if (confirmSave && Object.keys(values).length > 0 && !(await confirmSave({ id, vid, values }))) return null
      await change({ id, vid }, { content, read })
      return id
    },
    reread: async (id) => {
      const stored = await reread(id)
      return rowEdit({ id: stored.id, vid: stored.vid }, contentOf(stored, fields))
    },
  })
  const api = {
    ...form,
    discard: () => {
      forgetSent()
      discard()
    },
  }
  return { api, rights }
}
