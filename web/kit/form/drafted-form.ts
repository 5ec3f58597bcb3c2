import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallFault } from '#web/data/fault.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { useRootMark } from '../page/root-mark.ts'
import { dropDraft, fitDraft, keepDraft, readDraft, unansweredText } from './drafts.ts'
import { useMarkTyping } from './typing.ts'

type Options<V extends object> = {
  /** The name of the draft: `tilaus.new`, `asiakas.<id>`. */
  name: string
  initialValues: V
  /** Faults found before the save is sent, by field; `goods.0.paino` for rows. */
  validate?: (values: V) => Record<string, string>
  /** The form's field for a server's pointer; by default the name after `/attributes/` or `/relationships/`. */
  fieldOf?: (pointer: string) => string | null
  /** Unsaved content outside the fields: leaving warns about it too. */
  alsoUnsaved?: boolean
}

export type DraftedForm<V extends object> = {
  form: UseFormReturnType<V>
  /** Faults that belong to no field of the form. */
  general: readonly string[]
  /** Shows a rejected save's faults at their fields, and the others in the summary. */
  showFault: (fault: CallFault) => void
  /** When the draft was stored (unix seconds); null when there is none. */
  draftAt: number | null
  /** Restores the stored values and removes the draft. */
  discard: () => void
  /** Call it after a save, before navigating: leaving no longer warns, and the draft is removed. */
  saved: () => void
  /** For LeaveDialog, when the person leaves with unsaved changes; `isLost`: the device could not store the draft. */
  leaving: { open: boolean; stay: () => void; leave: () => void; isLost: boolean }
}

/** `/data/attributes/viite` → `viite`, `/atomic:operations/0/data/relationships/asiakas/data` → `asiakas`, `/viite` → `viite`. */
export function fieldOfPointer(pointer: string): string | null {
  const named = /\/(?:attributes|relationships)\/([^/]+)/.exec(pointer)?.[1]
  const top = /^\/([^/]+)$/.exec(pointer)?.[1]
  // `/data` is the whole body, not a field.
  return named ?? (top && top !== 'data' ? top : null)
}

/** A draft is stored when typing pauses, and at intervals while it continues (milliseconds). */
const [pause, maxDelay] = [400, 2000]

type Refusal = { detail: string; value: unknown }

/** The value at a path of a form: `rows.0.paino`. */
const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), values)

/** The rejected fields whose value has not changed since. */
export function stillRefused(refused: Readonly<Record<string, Refusal>>, values: unknown): Record<string, string> {
  const standing = Object.entries(refused).filter(([path, { value }]) => valueAt(values, path) === value)
  return Object.fromEntries(standing.map(([path, { detail }]) => [path, detail]))
}

/** A form that keeps what is typed: faults by field, a draft that survives a reload, and a warning before leaving. */
export function useDraftedForm<V extends object>(options: Options<V>): DraftedForm<V> {
  const { name, initialValues, validate, fieldOf = fieldOfPointer, alsoUnsaved = false } = options
  const userId = useSession()?.user.id ?? ''
  const [first] = useState(() => {
    const draft = readDraft(userId, name)
    const values = draft && fitDraft(draft.values, initialValues)
    return { values, savedAt: values ? (draft?.savedAt ?? null) : null }
  })
  const [draftAt, setDraftAt] = useState(first.savedAt)
  /** Whether the device could not store the latest draft. */
  const [refusesDraft, setRefusesDraft] = useState(false)
  const [general, setGeneral] = useState<readonly string[] | 'unanswered'>([])
  // The form's summary says it: the strip of the page does not say it again (kit/page/connection-note.module.css).
  useRootMark('data-unanswered', general === 'unanswered')
  // A ref, since a save navigates right afterwards: state would reach the blocker one render too late.
  const finished = useRef(false)
  /** The person has confirmed leaving. The form stays on the screen until the next page has loaded, and must not ask again. */
  const confirmedLeaving = useRef(false)
  /** The server's faults by field, with the rejected value. */
  const refused = useRef<Record<string, Refusal>>({})
  const mantineForm = useForm<V>({
    initialValues,
    // Leaving a field validates it again; the server's fault stays until the value changes.
    validate: (values) => ({ ...stillRefused(refused.current, values), ...validate?.(values) }),
    validateInputOnBlur: true,
  })
  const form: UseFormReturnType<V> = {
    ...mantineForm,
    // A save asks the server again, so its earlier faults are dropped.
    validate: () => {
      refused.current = {}
      return mantineForm.validate()
    },
    clearFieldError: (path) => {
      delete refused.current[String(path)]
      mantineForm.clearFieldError(path)
    },
  }

  const { setValues, getValues, isDirty, values, reset, resetDirty, setErrors } = mantineForm
  const restored = useRef(false)
  useEffect(() => {
    if (!restored.current && first.values) setValues(first.values)
    restored.current = true
  }, [first, setValues])

  const dirty = isDirty()
  const unsaved = dirty || alsoUnsaved
  useMarkTyping(unsaved)
  // The session may end while somebody is typing: the unmount stores what has not been stored yet.
  const keep = useDebouncedCallback(
    (typed: V) => {
      if (finished.current) return
      const at = keepDraft(userId, name, typed, nowSeconds())
      setDraftAt(at)
      setRefusesDraft(at === null)
    },
    { delay: pause, maxWait: maxDelay, flushOnUnmount: true },
  )
  useEffect(() => {
    // The form stays open after the save: edits from now on count as unsaved.
    if (!unsaved) finished.current = false
    confirmedLeaving.current = false
    if (!dirty || finished.current) return keep.cancel()
    keep(values)
    const keepNow = () => {
      keep(values)
      keep.flush()
    }
    window.addEventListener('pagehide', keepNow)
    return () => window.removeEventListener('pagehide', keepNow)
  }, [dirty, unsaved, values, keep])

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && !finished.current && !confirmedLeaving.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved && !finished.current,
    withResolver: true,
  })
  // A save ends with the callbacks of the render in which it began.
  const leaving = useRef(blocker)
  useEffect(() => {
    leaving.current = blocker
  })

  const showFault = useCallback(
    (fault: CallFault) => {
      const placed: Record<string, string> = {}
      const rest: string[] = []
      for (const { detail, pointer } of fault.errors) {
        const field = pointer ? fieldOf(pointer) : null
        if (field) placed[field] = placed[field] ? `${placed[field]} ${detail}` : detail
        else rest.push(detail)
      }
      refused.current = Object.fromEntries(
        Object.entries(placed).map(([path, detail]) => [path, { detail, value: valueAt(getValues(), path) }]),
      )
      setErrors(placed)
      if (fault.errors.length > 0) setGeneral(rest)
      else setGeneral(fault.status === 0 ? 'unanswered' : [fault.message])
    },
    [fieldOf, setErrors, getValues],
  )
  const forget = useCallback(() => {
    dropDraft(userId, name)
    setDraftAt(null)
    setGeneral([])
  }, [userId, name])

  const isLost = dirty && refusesDraft
  return {
    form,
    general: general === 'unanswered' ? [unansweredText(isLost)] : general,
    showFault,
    draftAt,
    discard: () => {
      reset()
      forget()
    },
    saved: () => {
      finished.current = true
      resetDirty()
      forget()
      // A link pressed during the save: nothing is unsaved any more.
      if (leaving.current.status === 'blocked') leaving.current.proceed()
    },
    leaving: {
      open: blocker.status === 'blocked',
      stay: () => blocker.reset?.(),
      leave: () => {
        confirmedLeaving.current = true
        blocker.proceed?.()
      },
      isLost,
    },
  }
}
