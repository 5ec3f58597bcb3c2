import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { shownByForm } from '#web/data/fault-toast.tsx'
import { operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { type RowEdit, rowEdit, useRowForm } from '#web/kit/entity/use-row-form.ts'
import { emptyStack, noteRedone, noteUndone, pushStep, type UndoStack } from '#web/kit/undo-stack.ts'
import { type DayRead, dayQuery } from './day-data.ts'
import { type DaySave, daySave } from './day-save.ts'
import { type DayValues, dayValues, type StoredVersions, storedVersions } from './model/day-values.ts'

type DayEdit = RowEdit<DayValues, StoredVersions>

const editOf = ({ row, tasks }: DayRead): DayEdit => rowEdit(storedVersions(row, tasks), dayValues(row, tasks))

/** Texts that are not values yet, by task and field (`<id>.alkuaika`, `paiva.loppuaika`), with what is wrong with them. */
type Unreadable = Readonly<Record<string, string>>

function faultsOf({ tehtavat }: DayValues, unreadable: Unreadable): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unreadable).flatMap(([key, fault]): [string, string][] => {
      const [id = '', field = ''] = key.split('.')
      if (id === 'paiva') return [[field, fault]]
      const place = tehtavat.findIndex((task) => task.id === id)
      return place < 0 ? [] : [[`tehtavat.${place}.${field}`, fault]]
    }),
  )
}

/** The edits of a record before they are saved in one atomic call: undo and redo, drafts, and what others store meanwhile. */
export function useDayForm(read: DayRead) {
  const { id } = read.row
  const queryClient = useQueryClient()
  const row = useMemo(() => editOf(read), [read])
  const made = useRef<DaySave | null>(null)
  const [unreadable, setUnreadable] = useState<Unreadable>({})
  const api = useRowForm<DayValues, StoredVersions>({
    id,
    draftOf: () => `kirjaus.${id}`,
    row,
    validate: ({ content }) => faultsOf(content, unreadable),
    store: async ({ content, stored }) => {
      const save = daySave(id, content, stored)
      made.current = save
      await operations(save.operations, saveKeyOf(id, save.operations), { quiet: shownByForm })
      await rereadAfterChange('tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava')
      return id
    },
    reread: async () => editOf(await queryClient.fetchQuery({ ...dayQuery(id), staleTime: 0 })),
    fieldOf: (pointer) => made.current?.fieldOf(pointer) ?? null,
  })
  const { form } = api
  const { content } = form.values

  const [stack, setStack] = useState<UndoStack<DayValues>>(emptyStack)
  /** The field in which the last step was typed: further letters there are the same step. */
  const typedIn = useRef<string | null>(null)
  // What is undone belongs to the stored record from which it was edited.
  const versions = JSON.stringify(form.values.stored)
  const [base, setBase] = useState(versions)
  if (base !== versions) {
    setBase(versions)
    setStack(emptyStack)
  }
  const set = (next: DayValues) => form.setFieldValue('content', next)
  const edit = (next: DayValues, field: string | null = null) => {
    if (next === content) return
    if (field === null || typedIn.current !== field) setStack((before) => pushStep(before, content))
    typedIn.current = field
    set(next)
  }
  const undo = () => {
    const before = stack.done.at(-1)
    if (!before) return
    setStack(noteUndone(stack, content))
    typedIn.current = null
    set(before)
  }
  const redo = () => {
    const next = stack.undone.at(-1)
    if (!next) return
    setStack(noteRedone(stack, content))
    typedIn.current = null
    set(next)
  }
  const noteUnreadable = (key: string, fault: string | null) =>
    setUnreadable((before) => {
      const { [key]: _, ...others } = before
      return fault === null ? others : { ...others, [key]: fault }
    })
  return {
    ...api,
    day: content,
    edit,
    undo,
    redo,
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    noteUnreadable,
    isChanged: form.isDirty(),
  }
}
export type DayForm = ReturnType<typeof useDayForm>
