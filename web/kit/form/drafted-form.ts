import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallFault } from '#web/data/fault.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSession } from '#web/session/session.ts'
import { dropDraft, fitDraft, keepDraft, readDraft, unansweredText } from './drafts.ts'
import { useMarkTyping } from './typing.ts'

type Options<V extends object> = {
  /** Names the form for its draft: `tilaus.new`, `asiakas.<id>`. */
  name: string
  initialValues: V
  /** Field → sentence, for what is wrong before the server is asked; `goods.0.paino` for rows. */
  validate?: (values: V) => Record<string, string>
  /** A server's pointer as this form's field; by default the name after `/attributes/` or `/relationships/`. */
  fieldOf?: (pointer: string) => string | null
  /** Something beside the fields would be lost: leaving warns of it as of typing. */
  alsoUnsaved?: boolean
}

export type DraftedForm<V extends object> = {
  form: UseFormReturnType<V>
  /** Faults that belong to no field of the form. */
  general: readonly string[]
  /** Puts a refused save's faults beside their fields and the rest into the summary. */
  showFault: (fault: CallFault) => void
  /** Unix seconds of the kept draft; null when there is none. */
  draftAt: number | null
  /** Back to what was stored; the draft goes. */
  discard: () => void
  /** The save is done: nothing is lost by leaving, and the draft goes. Call it before navigating. */
  saved: () => void
  /** Leaving while something is unsaved, for LeaveDialog; `isLost`: the device has not kept it. */
  leaving: { open: boolean; stay: () => void; leave: () => void; isLost: boolean }
}

/** `/data/attributes/viite` → `viite`, `/atomic:operations/0/data/relationships/asiakas/data` → `asiakas`, `/viite` → `viite`. */
export function fieldOfPointer(pointer: string): string | null {
  const named = /\/(?:attributes|relationships)\/([^/]+)/.exec(pointer)?.[1]
  const top = /^\/([^/]+)$/.exec(pointer)?.[1]
  // `/data` is the whole body: no field of anything.
  return named ?? (top && top !== 'data' ? top : null)
}

/** A draft is kept when typing pauses, and now and then while it does not (milliseconds). */
const [pause, maxDelay] = [400, 2000]

type Refusal = { detail: string; value: unknown }

/** The value at a path of a form: `rows.0.paino`. */
const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), values)

/** Of what was refused, that whose value has not been changed since. */
export function stillRefused(refused: Readonly<Record<string, Refusal>>, values: unknown): Record<string, string> {
  const standing = Object.entries(refused).filter(([path, { value }]) => valueAt(values, path) === value)
  return Object.fromEntries(standing.map(([path, { detail }]) => [path, detail]))
}

/** A form of any values that loses nothing: faults by field, a draft over a reload, and a warning before leaving. */
export function useDraftedForm<V extends object>(options: Options<V>): DraftedForm<V> {
  const { name, initialValues, validate, fieldOf = fieldOfPointer, alsoUnsaved = false } = options
  const userId = useSession()?.user.id ?? ''
  const [first] = useState(() => {
    const draft = readDraft(userId, name)
    const values = draft && fitDraft(draft.values, initialValues)
    return { values, savedAt: values ? (draft?.savedAt ?? null) : null }
  })
  const [draftAt, setDraftAt] = useState(first.savedAt)
  /** The device has refused to keep what was typed last. */
  const [refusesDraft, setRefusesDraft] = useState(false)
  const [general, setGeneral] = useState<readonly string[] | 'unanswered'>([])
  // A save leaves by itself right after; state would come a render too late for the blocker.
  const finished = useRef(false)
  /** Leaving was confirmed. The form stays on screen until the next page has loaded, and must not ask a second time. */
  const confirmedLeaving = useRef(false)
  /** What the server has refused, by field, with the value that it refused. */
  const refused = useRef<Record<string, Refusal>>({})
  const mantineForm = useForm<V>({
    initialValues,
    // Leaving a field judges it anew; what the server has said of it stands until its value is another one.
    validate: (values) => ({ ...stillRefused(refused.current, values), ...validate?.(values) }),
    validateInputOnBlur: true,
  })
  const form: UseFormReturnType<V> = {
    ...mantineForm,
    // A save asks the server again.
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
  // A session may end in the middle of a word: what has not been kept yet is kept as the form goes.
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
    // Saved and still here: what is typed from now on counts again.
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
  // A save ends with the functions of the render that it began in.
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
      // A link pressed while the save was under way: there is nothing left to lose.
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
