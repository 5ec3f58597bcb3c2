import { useCallback, useState } from 'react'
import { currentSession, onAuthState } from '#web/session/session.ts'

// Not in the address, since a selection may hold thousands of ids; not on the device, since it would be out of date the next day.
const stored = new Map<string, unknown>()
let owner: string | undefined
onAuthState(() => {
  const user = currentSession()?.user.id
  if (user !== owner) stored.clear()
  owner = user
})

/** State of a list that is still there when the person comes back to it from another page; lost at a reload and at sign-out. */
export function useSessionState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (stored.has(key) ? (stored.get(key) as T) : initial))
  const set = useCallback(
    (next: T) => {
      stored.set(key, next)
      setValue(next)
    },
    [key],
  )
  return [value, set]
}
