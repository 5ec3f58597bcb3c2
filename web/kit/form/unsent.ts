import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'

/** Sends what a field holds that the server does not have yet: pictures. Gives a Finnish sentence when that fails, else null. */
export type SendUnsent = () => Promise<string | null>

type UnsentContent = {
  /** Called by a field that begins to hold something unsent; the function that it gives is called when nothing is left. */
  register: (path: string, send: SendUnsent) => () => void
  isSaving: boolean
}

const Unsent = createContext<UnsentContent>({ register: () => () => undefined, isSaving: false })
/** Around the fields of a form, so that its save waits for what they send by themselves. */
export const UnsentProvider = Unsent.Provider

/** Of a field: while `isUnsent`, a save of its form waits for `send`, and leaving the form warns. */
export function useUnsent(path: string, isUnsent: boolean, send: SendUnsent): { isSaving: boolean } {
  const { register, isSaving } = useContext(Unsent)
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => (isUnsent ? register(path, () => latest.current()) : undefined), [register, path, isUnsent])
  return { isSaving }
}

/** Of a form: which of its fields hold something unsent. `onSent` is called when a field has nothing left to send. */
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
  /** Sends everything. What could not be sent, as a sentence by field. */
  const sendAll = async (): Promise<Record<string, string>> => {
    const answers = await Promise.all([...senders.current].map(async ([path, send]) => [path, await send()] as const))
    return Object.fromEntries(answers.flatMap(([path, fault]) => (fault === null ? [] : [[path, fault]])))
  }
  return { hasUnsent, register, sendAll }
}
