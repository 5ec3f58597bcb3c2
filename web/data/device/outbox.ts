import { useSyncExternalStore } from 'react'
import { clockOffset } from '#web/session/clock.ts'
import { currentSession, onAuthState } from '#web/session/session.ts'
import { isSearched, onReturn } from '../connection.ts'
import { CallFault, lateRefusalText } from '../fault.ts'
import { showFault } from '../fault-toast.tsx'
import type { Passed } from '../request.ts'
import { failed, type SendAttempt, unsendable } from './attempt.ts'
import type { StoredItem } from './database.ts'
import { readFromDevice } from './device-store.ts'
import { noteSynced } from './last-synced.ts'
import { inOrder, isWaiting, itemOf, type Load, type OutboxItem, type Sender } from './outbox-item.ts'
import { persistStorage } from './persist-storage.ts'
import { interrupts, nextToSend, takenBackBy } from './send-order.ts'
import { loadOf, senderOf, setSenders } from './senders.ts'
import { addSent, type Sent, sentItems } from './sent-items.ts'
import { holdInMemory, keep, markTried, newestOf, remove, removeBoth } from './stored-items.ts'
import { readsStored } from './stored-reads.ts'

/*
 * Actions completed on this device that have not reached the server yet. Each item has its own id, the time of the action, its owner and its
 * position, and stays on the device until it is sent, handed to the dispatcher or discarded by its owner. Items are sent one after another: at
 * once, when the network returns, when the app starts or comes into view, and in between at growing intervals. An item that is refused, or
 * cannot be read or sent, needs its owner's attention and holds up only what depends on it (send-order.ts). An upload ends when no answer
 * comes in time, and at once when something smaller has been done: it is then sent again, so sending the same item twice must be harmless.
 */
export type { OutboxItem, Sender }
/** `current`: what is sent just now; `sent`: what this device has sent within a day, the newest first. */
export type Outbox = { items: readonly OutboxItem[]; sending: boolean; current: string | null; sent: readonly Sent[] }
export type NewItem = Omit<OutboxItem, 'owner' | 'queuedAt' | 'refusal' | 'offset' | 'tried' | 'load' | 'holdsNothing'> &
  Partial<Pick<OutboxItem, 'holdsNothing'>>

/** Milliseconds: the delay after the first try, and the longest delay. */
const [firstRetry, lastRetry] = [10_000, 120_000]
/** A rejection that comes within this time (milliseconds) is shown to the user, who is still looking. */
const longestWatch = 10_000
/** An answer is waited for no longer than this (milliseconds); the server answers within one or two seconds, also over a slow network. */
const answerTimeout = 30_000

let owner: string | null = null
let state: Outbox = { items: [], sending: false, current: null, sent: [] }
let lastSend: Promise<unknown> = Promise.resolve()
let timer: ReturnType<typeof setTimeout> | undefined
let retryIn = firstRetry
let lastPlace = 0
const listeners = new Set<() => void>()

function set(next: Partial<Outbox>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const unlist = (id: string): void => set({ items: state.items.filter((item) => item.id !== id) })

function publish(item: OutboxItem): void {
  if (item.owner !== owner) return
  set({ items: [...state.items.filter(({ id }) => id !== item.id), item].sort(inOrder) })
}

async function forget(item: StoredItem): Promise<void> {
  await remove(item)
  unlist(item.id)
}

async function forgetBoth(...both: readonly [OutboxItem, OutboxItem]): Promise<boolean> {
  const isRemoved = await removeBoth(...both)
  if (isRemoved) for (const { id } of both) unlist(id)
  return isRemoved
}

/** Lists the person's stored items; other people's items stay hidden. Throws when the device does not answer. */
async function load(userId: string | null): Promise<void> {
  if (userId !== owner) {
    owner = userId
    set({ items: [], sent: userId === null ? [] : sentItems(userId) })
  }
  if (userId === null) return
  await list(userId)
  void sendAll()
}

async function list(userId: string): Promise<void> {
  const stored = await readFromDevice(({ outbox }) => outbox.where('owner').equals(userId).toArray())
  if (owner !== userId) return
  const known = new Set(state.items.map(({ id }) => id))
  const added = stored.map((item) => itemOf(item, loadOf)).filter(({ id }) => !known.has(id))
  if (added.length > 0) set({ items: [...added, ...state.items].sort(inOrder) })
}

let loading: Promise<void> = Promise.resolve()
let loadFailed = false

/**
 * Resolves once the signed-in person's items are listed; rejects when the device does not answer, and is then retried later.
 * `again`: also lists what other tabs have added since.
 */
export function loadOutbox({ again = false } = {}): Promise<void> {
  const userId = currentSession()?.user.id ?? null
  if (userId === owner && !loadFailed && !again) return loading
  loadFailed = false
  const current = load(userId)
  loading = current
  current.catch(() => {
    if (loading !== current) return
    loadFailed = true
    retryLater()
  })
  return current
}

/** Without a network, until the server has answered in spite of what the browser reports. */
const isOffline = (): boolean => navigator.onLine === false && isSearched()

/** What is being sent: what goes before its load interrupts it. */
let underWay: { load: Load; request: AbortController } | null = null

async function attempt(load: Load, work: (options: Passed) => Promise<void>): Promise<SendAttempt> {
  const request = new AbortController()
  underWay = { load, request }
  try {
    await work({ quiet: 'all', signal: request.signal, timeout: answerTimeout })
    return 'sent'
  } catch (failure) {
    return request.signal.aborted ? 'interrupted' : failed(failure)
  } finally {
    underWay = null
  }
}

/** Shown as being sent, so that nobody opens it for a change meanwhile. */
async function asCurrent<T>({ id }: OutboxItem, work: () => Promise<T>): Promise<T> {
  set({ current: id })
  try {
    return await work()
  } finally {
    set({ current: null })
  }
}

/** Whether its owner is still signed in and has not discarded it in this tab. */
const isHere = ({ id, owner }: OutboxItem): boolean =>
  owner === currentSession()?.user.id && state.items.some((item) => item.id === id && item.owner === owner)

/** Stored before the attempt: from now on the server may have it, whatever happens to this page. False when it was discarded. */
async function noteTried(item: OutboxItem): Promise<boolean> {
  const result = await markTried(item)
  if (result === 'gone') unlist(item.id)
  if (result === 'gone' || !isHere(item)) return false
  if (result === 'unstored') holdInMemory(item)
  publish({ ...item, tried: true })
  return true
}

/** Also 'sent' when another tab has sent or discarded it. */
async function trySending(known: OutboxItem): Promise<SendAttempt> {
  const item = await newestOf(known)
  if (!item) {
    unlist(known.id)
    return 'sent'
  }
  if (!isWaiting(item)) return new CallFault(422, [{ detail: item.refusal }])
  if (item.owner !== currentSession()?.user.id || isOffline()) return 'unreachable'
  const sender = senderOf(item)
  if (!sender) return new CallFault(422, [{ detail: unsendable }])
  const later = takenBackBy(
    item,
    state.items,
    (one, other) => one.kind === other.kind && sender.takesBack?.(one.payload, other.payload) === true,
  )
  if (later) return (await forgetBoth(item, later)) ? 'sent' : 'later'
  return asCurrent(item, async () => {
    // It may have been opened for a change just before it was shown as being sent.
    if (!(item.tried ? isHere(item) : await noteTried(item))) return 'later'
    const outcome = await attempt(item.load, (options) => sender.send(item.payload, item, options))
    if (outcome !== 'sent') return outcome
    sender.sent?.(item.owner, item.payload)
    await finish(item, 'sent')
    return 'sent'
  })
}

async function finish(item: OutboxItem, result: Sent['result']): Promise<void> {
  if (item.owner === owner) set({ sent: addSent(item.owner, { id: item.id, label: item.label, at: Date.now(), result }) })
  noteSynced()
  // What the server has answered is stored first: an app that is closed just now shows the action as sent or as unsent, never as not done.
  await readsStored()
  await forget(item)
}

/**
 * Hands the rejected item to the dispatcher where its sender can; drivers alone may. A rejection of that leaves the item on the device. Its
 * pictures go with it, so anything that is small goes before it.
 */
async function tryPassingOn(item: OutboxItem, refusal: CallFault): Promise<SendAttempt> {
  const sender = senderOf(item)
  const { passOn } = sender ?? {}
  if (!passOn || !currentSession()?.user.roles.includes('kuljettaja')) return refusal
  if (!isHere(item)) return 'later'
  return asCurrent(item, async () => {
    const outcome = await attempt(item.load === 'small' ? 'large' : item.load, (options) => passOn(item, refusal, options))
    if (outcome === 'unreachable') return outcome
    if (outcome !== 'sent') return outcome instanceof CallFault ? refusal : 'later'
    sender?.sent?.(item.owner, item.payload)
    await finish(item, 'passedOn')
    if (item.owner === owner) showFault(`${item.label}: ${lateRefusalText(refusal)} Asia on ajojärjestelyn ratkaistavana.`)
    return 'passedOn'
  })
}

/** Runs under a lock, so that two tabs never send at the same time. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const own = lastSend.catch(() => undefined).then(() => ('locks' in navigator ? navigator.locks.request('kuorma.outbox', work) : work()))
  lastSend = own
  return own
}

function retryLater(): void {
  clearTimeout(timer)
  if (!loadFailed && !state.items.some(isWaiting)) return
  timer = setTimeout(wake, retryIn)
  retryIn = Math.min(retryIn * 2, lastRetry)
}

/** Sends the waiting items in their order, until a small one gets no answer, or one gets an answer that all of them would get. */
export async function sendAll(): Promise<void> {
  clearTimeout(timer)
  try {
    if (state.items.some(isWaiting)) await alone(sendWaiting)
  } finally {
    retryLater()
  }
}

/** What the page that queued an item does with a rejection that comes at once, while its user still looks at it. */
const watched = new Map<string, (refusal: CallFault) => void>()

async function sendWaiting(): Promise<void> {
  set({ sending: true })
  const skipped = new Set<string>()
  try {
    // Another tab may have added items that come before this one's.
    if (owner !== null) await list(owner).catch(() => undefined)
    for (let item = nextToSend(state.items, skipped); item; item = nextToSend(state.items, skipped)) {
      let outcome = await trySending(item)
      const shown = outcome instanceof CallFault ? watched.get(item.id) : undefined
      if (outcome instanceof CallFault && shown) {
        await forget(item)
        shown(outcome)
        continue
      }
      if (outcome instanceof CallFault) outcome = await tryPassingOn(item, outcome)
      if (outcome === 'interrupted') continue
      // An upload without an answer says nothing of the others: the connection may be too slow for it alone.
      if (outcome === 'unreachable' || (outcome === 'unanswered' && item.load === 'small')) break
      skipped.add(item.id)
      if (outcome instanceof CallFault && (await keepRefused(item, outcome))) showRefusal(item, outcome)
    }
  } finally {
    // What still waits is answered later.
    watched.clear()
    set({ sending: false })
  }
}

/** Stores the rejection with the item. False when the item was discarded meanwhile. */
async function keepRefused(known: OutboxItem, { message }: CallFault): Promise<boolean> {
  const item = await newestOf(known)
  if (!item) {
    unlist(known.id)
    return false
  }
  publish({ ...item, refusal: message })
  // An item that this build cannot read is not overwritten.
  if (isWaiting(item)) await keep({ ...item, refusal: message })
  return true
}

function showRefusal(item: OutboxItem, { message }: CallFault): void {
  if (item.owner === owner) showFault(`${item.label}: ${message}`)
}

/** After all earlier items, also those that are being stored: the device's clock may have been set back. */
function nextPlace(): number {
  lastPlace = Math.max(Date.now(), lastPlace + 1, ...state.items.map(({ queuedAt }) => queuedAt + 1))
  return lastPlace
}

function itemFrom(item: NewItem): OutboxItem {
  if (owner === null) throw new Error('Nobody is signed in')
  persistStorage()
  const known = { owner, queuedAt: nextPlace(), refusal: '', offset: clockOffset(), tried: false }
  return { holdsNothing: false, ...item, ...known, load: loadOf(item) }
}

/**
 * Stores the item, lists it once it is stored and sends it in its turn. Resolves with whether the device has stored it; never waits for the network.
 * `onRefused`, for what can simply be done again, is called when the server rejects the first try within ten seconds, and the item is then gone. A
 * later rejection, one of what was done without a network, and every one without `onRefused` goes to the dispatcher or stays on the device.
 */
export async function queueItem(item: NewItem, onRefused?: (refusal: CallFault) => void): Promise<boolean> {
  const added = itemFrom(item)
  const isStored = await keep(added)
  // Only now: a sending that is under way has not seen the item, and forgets at its end whom it would have told.
  if (onRefused && navigator.onLine !== false && !isSearched()) {
    watched.set(added.id, onRefused)
    setTimeout(() => watched.delete(added.id), longestWatch)
  }
  publish(added)
  if (underWay && interrupts(added, state.items, underWay.load)) underWay.request.abort()
  retryIn = firstRetry
  void sendAll()
  return isStored
}

/** Adds items that follow from one that is being sent, such as its pictures: stored before that one is removed. Throws when the device has no room. */
export async function queueAlong(parent: OutboxItem, items: readonly NewItem[]): Promise<void> {
  const { owner, offset } = parent
  const added = items.map(
    (item, index): OutboxItem => ({
      holdsNothing: false,
      ...item,
      ...{ owner, offset, queuedAt: parent.queuedAt + (index + 1) / 1000, refusal: '', tried: false, load: loadOf(item) },
    }),
  )
  for (const item of added) {
    if (!(await keep(item))) throw new CallFault(507)
    publish(item)
  }
}

/** Removes an item without sending it. */
export async function discard(id: string): Promise<void> {
  unlist(id)
  if (owner !== null) await forget({ owner, id })
  // What waited for it may go now.
  void sendAll()
}

function wake(): void {
  loadOutbox().catch(() => undefined)
  void sendAll()
}

function soon(): void {
  retryIn = firstRetry
  wake()
}

/** Starts sending each signed-in person's items, by kind, for as long as they are signed in. */
export async function startOutbox(byKind: Readonly<Record<string, Sender>>): Promise<void> {
  setSenders(byKind)
  const follow = () => loadOutbox().catch(() => undefined)
  onAuthState(() => void follow())
  onReturn(soon)
  window.addEventListener('online', soon)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) soon()
  })
  await follow()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOutbox = (): Outbox => useSyncExternalStore(subscribe, () => state)
export const outboxItems = (): readonly OutboxItem[] => state.items
