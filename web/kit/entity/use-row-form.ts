import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFault } from '#web/data/fault.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { fieldOfPointer, useDraftedForm } from '../form/drafted-form.ts'
import { keepDraft } from '../form/drafts.ts'
import { useUnsentFields } from '../form/unsent.ts'
import { typedSince } from './conflict.ts'
import { useStoredForm } from './stored-form.ts'

/** A row being edited: `content` is the typed state of `read`, which was built from the versions `stored` of the row. */
export type RowEdit<C extends object, S> = { stored: S; read: C; content: C }

export const rowEdit = <C extends object, S>(stored: S, read: C): RowEdit<C, S> => ({ stored, read, content: read })

type Options<C extends object, S> = {
  /** The row's id; null for a new row. */
  id: string | null
  /** The name of the draft of a stored row, and with null that of a new one: `auto.<id>`, `auto.new`. */
  draftOf: (id: string | null) => string
  /** The row as it is stored now; it must be memoised. */
  row: RowEdit<C, S>
  /** The faults found before the save is sent, by field of the content. */
  validate: (edit: RowEdit<C, S>) => Record<string, string>
  /** Stores the typed values and returns the row's id; null when the person has cancelled. */
  store: (edit: RowEdit<C, S>) => Promise<string | null>
  /** Fetches the row as it is stored now. */
  reread: (id: string) => Promise<RowEdit<C, S>>
  /** The content's field for a server's pointer; null when there is none. */
  fieldOf?: (pointer: string) => string | null
  /** Replaces the texts of a rejection. */
  inWords?: (fault: CallFault) => CallFault
}

/** The path of a content's field in the form. */
export const pathOf = (field: string): string => `content.${field}`
export const fieldAt = (path: string): string => path.replace(/^content\./, '')

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The state of the form of a row: typing, drafts, saving, and merging of other people's changes. */
export function useRowForm<C extends object, S>(options: Options<C, S>) {
  const { id, draftOf, row, validate, store, reread, inWords = (fault) => fault } = options
  const me = useSession()?.user.id ?? ''
  /** The number of failed saves; 0 once all faults are corrected. */
  const [failures, setFailures] = useState(0)
  const pointed = options.fieldOf ?? fieldOfPointer
  const unsent = useUnsentFields((path) => form.clearFieldError(path))
  const draftedForm = useDraftedForm<RowEdit<C, S>>({
    name: draftOf(id),
    initialValues: row,
    validate: (edit) => Object.fromEntries(Object.entries(validate(edit)).map(([field, fault]) => [pathOf(field), fault])),
    fieldOf: (pointer) => {
      const field = pointed(pointer)
      return field === null ? null : pathOf(field)
    },
    alsoUnsaved: unsent.hasUnsent,
  })
  const { form, showFault, saved } = draftedForm
  const { rebase, ...others } = useStoredForm<RowEdit<C, S>, C>({
    form,
    stored: id === null ? null : row,
    contentOf: ({ content }) => content,
    contentRead: ({ read }) => read,
    versionsOf: ({ stored }) => JSON.stringify(stored),
    withContent: (_, content, fresh) => ({ ...fresh, content }),
  })

  const isMended = draftedForm.general.length === 0 && !Object.values(form.errors).some(Boolean)
  useEffect(() => {
    if (isMended) setFailures(0)
  }, [isMended])

  const finish = async (edit: RowEdit<C, S>, storedId: string): Promise<void> => {
    const fresh = isSame(form.getValues().content, edit.content) ? null : await reread(storedId)
    const later = fresh && typedSince({ sent: edit.content, typed: form.getValues().content, stored: fresh.content })
    saved()
    // Edits made after the save was sent become a draft of the stored row, not of the next new one.
    if (fresh && !isSame(later, fresh.content)) keepDraft(me, draftOf(storedId), { ...fresh, content: later }, nowSeconds())
  }
  /** Handles a rejected save: `conflict`, the dialog is open; `rebased`, the save can be retried; `shown`, the form shows the fault. */
  const handleRejection = async (edit: RowEdit<C, S>, fault: CallFault): Promise<'conflict' | 'rebased' | 'shown'> => {
    const fresh = fault.status === 409 && id !== null ? await reread(id).catch(() => null) : null
    const outcome = fresh ? rebase(edit, fresh) : 'same'
    if (outcome !== 'same') return outcome
    showFault(inWords(fault))
    setFailures((failed) => failed + 1)
    return 'shown'
  }
  const attempt = async (triesLeft: number): Promise<string | null> => {
    const edit = form.getValues()
    try {
      const storedId = await store(edit)
      if (storedId !== null) await finish(edit, storedId)
      return storedId
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      return (await handleRejection(edit, failure)) === 'rebased' && triesLeft > 0 ? attempt(triesLeft - 1) : null
    }
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (): Promise<string | null> => {
      if (await isReady(form, unsent)) return attempt(2)
      setFailures((failed) => failed + 1)
      return null
    },
  })
  /** Returns the id of the stored row; null when it was not stored. */
  const save = (): Promise<string | null> => mutateAsync()
  return { ...draftedForm, ...others, unsent, save, isSaving: isPending, failures }
}

/** Whether the form has no faults and its fields' own uploads (pictures) are complete. */
async function isReady<V>(form: UseFormReturnType<V>, { hasUnsent, sendAll }: ReturnType<typeof useUnsentFields>): Promise<boolean> {
  if ((await form.validate()).hasErrors) return false
  if (!hasUnsent) return true
  const faults = await sendAll()
  // Validates again what was typed meanwhile.
  if (Object.keys(faults).length === 0) return !(await form.validate()).hasErrors
  form.setErrors(faults)
  return false
}

export type RowFormApi<C extends object, S> = ReturnType<typeof useRowForm<C, S>>
