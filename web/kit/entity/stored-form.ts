import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { differences, merge } from './conflict.ts'

type Options<V extends object, C extends object> = {
  form: UseFormReturnType<V>
  /** The row as stored on the server, if it has been refetched since; otherwise null. */
  stored: V | null
  /** The part of the form that somebody else may change meanwhile, and that the conflict dialog compares. */
  contentOf: (values: V) => C
  /** The same part before anything was typed. */
  contentRead: (values: V) => C
  /** The versions of the stored rows that the values are based on. */
  versionsOf: (values: V) => string
  /** Puts merged content back into a form, based on the row as it is stored now. */
  withContent: (values: V, content: C, stored: V) => V
}

export type StoredConflict<V, C> = { base: C; yours: C; theirs: C; stored: V }

/** A form whose row others may change too: their changes are merged automatically, and the person resolves conflicts. */
export function useStoredForm<V extends object, C extends object>(options: Options<V, C>) {
  const { form, stored, contentOf, contentRead, versionsOf, withContent } = options
  const [conflict, setConflict] = useState<StoredConflict<V, C> | null>(null)

  const takeStored = (fresh: V, values: V) => {
    form.setInitialValues(fresh)
    form.resetDirty(fresh)
    form.setValues(values)
  }

  // Other people's changes (or those made elsewhere on this page) are applied to fields without edits; where both have changed a
  // field, the next save opens the conflict dialog.
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
   * Bases the form's values on the stored row after a rejected save (409). `conflict`: the dialog is open; `rebased`: only the version
   * differed, so the save may be retried; `same`: the row has not changed, so the rejection has another cause.
   */
  const rebase = (values: V, fresh: V): 'conflict' | 'rebased' | 'same' => {
    if (versionsOf(fresh) === versionsOf(values)) return 'same'
    const [base, yours, theirs] = [contentRead(values), contentOf(values), contentOf(fresh)]
    if (differences(base, yours, theirs).length > 0) {
      setConflict({ base, yours, theirs, stored: fresh })
      return 'conflict'
    }
    takeStored(fresh, withContent(values, yours, fresh))
    return 'rebased'
  }

  const resolve = (content: C) => {
    if (!conflict) return
    takeStored(conflict.stored, withContent(form.getValues(), content, conflict.stored))
    setConflict(null)
  }

  return { conflict, rebase, resolve, closeConflict: () => setConflict(null) }
}
