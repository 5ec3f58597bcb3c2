import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'

/** Uploads what a field holds and the server does not: pictures. Resolves to a Finnish sentence when that fails, else null. */
export type SendUnsent = () => Promise<string | null>

type UnsentContent = {
  /** Called by a field with something unsent; the field calls the returned function when nothing is unsent any more. */
  register: (path: string, send: SendUnsent) => () => void
  isSaving: boolean
}

const Unsent = createContext<UnsentContent>({ register: () => () => undefined, isSaving: false })
/** Placed around a form's fields, so that a save waits for their uploads. */
export const UnsentProvider = Unsent.Provider

/** For a field: while `isUnsent`, a save of its form waits for `send`, and leaving the form warns. */
export function useUnsent(path: string, isUnsent: boolean, send: SendUnsent): { isSaving: boolean } {
  const { register, isSaving } = useContext(Unsent)
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => (isUnsent ? register(path, () => latest.current()) : undefined), [register, path, isUnsent])
  return { isSaving }
}

/** For a form: which of its fields hold something unsent. `onSent` is called when a field has sent everything. */
export function useUnsentFields(onSent: (path: string) => void) {
  const senders = useRef(new Map<string, SendUnsent>())
  const [hasUnsent, setHasUnsent] = useState(false)
  const latest = useRef(onSent)
  useEffect(() => {
    latest.current = onSent
  })
  const register = useCallback((path: string, send: SendUnsent) => {
    senders.current.set(path, send)
    setHasUnsent(true)
    return () => {
      senders.current.delete(path)
      setHasUnsent(senders.current.size > 0)
      latest.current(path)
    }
  }, [])
  /** Sends everything. Returns a sentence for each field that failed. */
  const sendAll = async (): Promise<Record<string, string>> => {
    const answers = await Promise.all([...senders.current].map(async ([path, send]) => [path, await send()] as const))
    return Object.fromEntries(answers.flatMap(([path, fault]) => (fault === null ? [] : [[path, fault]])))
  }
  return { hasUnsent, register, sendAll }
}
