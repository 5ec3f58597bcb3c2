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

/** A row that is edited: `content` is typed over `read`, which was made of the row's versions `stored`. */
export type RowEdit<C extends object, S> = { stored: S; read: C; content: C }

export const rowEdit = <C extends object, S>(stored: S, read: C): RowEdit<C, S> => ({ stored, read, content: read })

type Options<C extends object, S> = {
  /** The row's id; null for a new one. */
  id: string | null
  /** Names the draft of a stored row, and with null that of a new one: `auto.<id>`, `auto.new`. */
  draftOf: (id: string | null) => string
  /** The row as it is stored now; keep it memoised. */
  row: RowEdit<C, S>
  /** What is wrong before the server is asked, by field of the content. */
  validate: (edit: RowEdit<C, S>) => Record<string, string>
  /** Stores what is typed and gives the row's id. Null: the person has decided not to. */
  store: (edit: RowEdit<C, S>) => Promise<string | null>
  /** The row as it is stored by now. */
  reread: (id: string) => Promise<RowEdit<C, S>>
  /** A server's pointer as a field of the content, or null when it is of none. */
  fieldOf?: (pointer: string) => string | null
  /** The words in which a refusal is shown. */
  inWords?: (fault: CallFault) => CallFault
}

/** Where the form has a field of the content. */
export const pathOf = (field: string): string => `content.${field}`
export const fieldAt = (path: string): string => path.replace(/^content\./, '')

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The life of a form of one row: typing, drafts, saving, and what others change meanwhile. */
export function useRowForm<C extends object, S>(options: Options<C, S>) {
  const { id, draftOf, row, validate, store, reread, inWords = (fault) => fault } = options
  const me = useSession()?.user.id ?? ''
  /** Saves that did not go through; 0 once everything has been mended. */
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
  const { meet, ...others } = useStoredForm<RowEdit<C, S>, C>({
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
    // What was typed while the answer was on its way waits as a draft of the stored row, never of the next new one.
    if (fresh && !isSame(later, fresh.content)) keepDraft(me, draftOf(storedId), { ...fresh, content: later }, nowSeconds())
  }
  /** What became of a save that was refused: `asked` of the person, or `taken` over, so that it may be tried again. */
  const meetRefusal = async (edit: RowEdit<C, S>, fault: CallFault): Promise<'asked' | 'taken' | 'shown'> => {
    const fresh = fault.status === 409 && id !== null ? await reread(id).catch(() => null) : null
    const met = fresh ? meet(edit, fresh) : 'same'
    if (met !== 'same') return met
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
      return (await meetRefusal(edit, failure)) === 'taken' && triesLeft > 0 ? attempt(triesLeft - 1) : null
    }
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (): Promise<string | null> => {
      if (await isReady(form, unsent)) return attempt(2)
      setFailures((failed) => failed + 1)
      return null
    },
  })
  /** Gives the id of the stored row; null when it was not stored. */
  const save = (): Promise<string | null> => mutateAsync()
  return { ...draftedForm, ...others, unsent, save, isSaving: isPending, failures }
}

/** Nothing typed is wrong, and what fields send by themselves (pictures) has been sent. */
async function isReady<V>(form: UseFormReturnType<V>, { hasUnsent, sendAll }: ReturnType<typeof useUnsentFields>): Promise<boolean> {
  if ((await form.validate()).hasErrors) return false
  if (!hasUnsent) return true
  const faults = await sendAll()
  // What was typed meanwhile is looked at too.
  if (Object.keys(faults).length === 0) return !(await form.validate()).hasErrors
  form.setErrors(faults)
  return false
}

export type RowFormApi<C extends object, S> = ReturnType<typeof useRowForm<C, S>>
