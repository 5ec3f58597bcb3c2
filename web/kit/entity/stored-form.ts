import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { differences, merge } from './conflict.ts'

type Options<V extends object, C extends object> = {
  form: UseFormReturnType<V>
  /** The row as it is stored now, when it has been read anew since; null while there is none. */
  stored: V | null
  /** What of the form somebody else may change meanwhile, and the conflict dialog compares. */
  contentOf: (values: V) => C
  /** The same as it was read, before anything was typed. */
  contentRead: (values: V) => C
  /** Which versions of the stored rows the values were made on. */
  versionsOf: (values: V) => string
  /** Merged content back into a form, on top of the row as it is stored now. */
  withContent: (values: V, content: C, stored: V) => V
}

export type StoredConflict<V, C> = { base: C; yours: C; theirs: C; stored: V }

/** A form of a row that others change too: what they store comes in by itself, and what clashes is asked. */
export function useStoredForm<V extends object, C extends object>(options: Options<V, C>) {
  const { form, stored, contentOf, contentRead, versionsOf, withContent } = options
  const [conflict, setConflict] = useState<StoredConflict<V, C> | null>(null)

  const takeStored = (fresh: V, values: V) => {
    form.setInitialValues(fresh)
    form.resetDirty(fresh)
    form.setValues(values)
  }

  // Somebody else's change (or one made on this page) comes in by itself where nothing was typed; where both changed the
  // same, the save brings up the dialog.
  const latest = useRef({ ...options, takeStored })
  useEffect(() => {
    latest.current = { ...options, takeStored }
  })
  useEffect(() => {
    if (!stored) return
    const { form, takeStored, contentOf, contentRead, versionsOf, withContent } = latest.current
    const values = form.getValues()
    if (versionsOf(values) === versionsOf(stored)) return
    if (!form.isDirty()) {
      takeStored(stored, stored)
      return
    }
    const [base, yours, theirs] = [contentRead(values), contentOf(values), contentOf(stored)]
    if (differences(base, yours, theirs).some(({ both }) => both)) return
    takeStored(stored, withContent(values, merge(base, yours, theirs, new Set()), stored))
  }, [stored])

  /**
   * A refused save (409) and the row as it is stored now. `asked`: the dialog is up; `taken`: only its version was another,
   * so the save may be tried again; `same`: it has not changed, so the refusal says something else.
   */
  const meet = (values: V, fresh: V): 'asked' | 'taken' | 'same' => {
    if (versionsOf(fresh) === versionsOf(values)) return 'same'
    const [base, yours, theirs] = [contentRead(values), contentOf(values), contentOf(fresh)]
    if (differences(base, yours, theirs).length > 0) {
      setConflict({ base, yours, theirs, stored: fresh })
      return 'asked'
    }
    takeStored(fresh, withContent(values, yours, fresh))
    return 'taken'
  }

  const resolve = (content: C) => {
    if (!conflict) return
    takeStored(conflict.stored, withContent(form.getValues(), content, conflict.stored))
    setConflict(null)
  }

  return { conflict, meet, resolve, closeConflict: () => setConflict(null) }
}
