import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '#web/session/session.ts'
import type { SentOrder, System } from './sending.ts'

export type Progress = { done: number; of: number }
type Sending = {
  /** The orders that were sent, until the person closes their results. */
  sent: { system: System; orders: readonly SentOrder[] } | null
  /** While orders are being sent in parts. */
  queueing: Progress | null
}

const nothing: Sending = { sent: null, queueing: null }
let state = nothing
const listeners = new Set<() => void>()

export const sendingState = (): Sending => state

/** Stays in memory when the screen is left, so that its progress and results are there when it is opened again. */
export function changeSending(change: Partial<Sending>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

// The next person does not see it.
onSessionEnd(() => changeSending(nothing))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSendingState = (): Sending => useSyncExternalStore(subscribe, sendingState)
