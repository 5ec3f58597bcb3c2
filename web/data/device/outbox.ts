import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { currentSession, onAuthState } from '#web/session/session.ts'
import { onReturn } from '../connection.ts'
import { CallFault } from '../fault.ts'
import { showFault } from '../fault-toast.tsx'
import type { StoredItem } from './database.ts'
import { readFromDevice, writeToDevice } from './device-store.ts'

/*
 * Actions completed on this device that have not reached the server yet. Each item has its own id, the time of the action, its owner and its
 * position, and stays on the device until it is sent or its owner discards it. Items are sent one after another: at once, when the network
 * returns, when the app starts or comes into view, and in between at growing intervals. An item that is refused, or cannot be read or sent,
 * needs its owner's attention and does not hold up the others. Sending the same item twice must be harmless.
 */
const itemShape = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.string(),
  /** When the action was done (unix seconds). */
  at: z.number(),
  /** Milliseconds; items are sent in this order. */
  queuedAt: z.number(),
  /** `T-1042, Hotelli Kerava` */
  label: z.string(),
  /** Ids of the orders and lines that the item changes. */
  about: z.array(z.string()),
  payload: z.unknown(),
  /** Why the server rejected it; '' while it waits to be sent. */
  refusal: z.string(),
})
export type OutboxItem = z.infer<typeof itemShape>

export type Sender = {
  /** What its items are called in Finnish: one, and several (partitive). */
  noun: readonly [one: string, several: string]
  /** Throws a CallFault when it is not stored. Reports the outcome to the user itself. */
  send: (payload: unknown) => Promise<void>
  /** Called once it is sent, to remove what else the device stores for it. */
  sent?: (userId: string, payload: unknown) => void
}
/** A CallFault: the item was rejected. */
export type Outcome = 'sent' | 'waiting' | CallFault
export type Outbox = { items: readonly OutboxItem[]; sending: boolean }

/** Milliseconds: the delay after the first try, and the longest delay. */
const [firstRetry, lastRetry] = [10_000, 120_000]
/** The user interface waits no longer than this (milliseconds); the try itself continues. */
const longestWait = 10_000

let senders: Readonly<Record<string, Sender>> = {}
let owner: string | null = null
let state: Outbox = { items: [], sending: false }
let lastSend: Promise<unknown> = Promise.resolve()
let timer: ReturnType<typeof setTimeout> | undefined
let retryIn = firstRetry
const listeners = new Set<() => void>()

const isWaiting = ({ refusal }: OutboxItem): boolean => refusal === ''

/** The owners, by id, of the items that the device refused to keep: these exist only in the memory of this tab. */
const unkept = new Map<string, string>()

function set(next: Partial<Outbox>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const unlist = (id: string): void => set({ items: state.items.filter((item) => item.id !== id) })

function publish(item: OutboxItem): void {
  if (item.owner !== owner) return
  set({ items: [...state.items.filter(({ id }) => id !== item.id), item].sort((a, b) => a.queuedAt - b.queuedAt) })
}

async function keep(item: OutboxItem): Promise<boolean> {
  const isStored = await writeToDevice(({ outbox }) => outbox.put(item))
  if (isStored) unkept.delete(item.id)
  else unkept.set(item.id, item.owner)
  return isStored
}

async function forget({ owner, id }: StoredItem): Promise<void> {
  unkept.delete(id)
  await writeToDevice(({ outbox }) => outbox.delete([owner, id]))
  unlist(id)
}

const unreadable = 'Tämä sovelluksen versio ei osaa lukea kuittausta. Ota yhteys ajojärjestelyyn ja kuittaa tarvittaessa uudelleen.'
const unsendable = 'Tietoja ei voitu lähettää tältä laitteelta. Ota yhteys ajojärjestelyyn ja tee sama tarvittaessa uudelleen.'

/** Items that this build cannot read are listed as well, so that their owner knows about them; the stored copy is not changed. */
function itemOf(stored: StoredItem): OutboxItem {
  const item = itemShape.safeParse(stored)
  if (item.success) return item.data
  const { id, owner } = stored
  return { id, owner, kind: '', at: 0, queuedAt: 0, label: 'Tuntematon kuittaus', about: [], payload: null, refusal: unreadable }
}

/** The item as it is stored now, since another tab may have sent, discarded or changed it. Null when it no longer exists. */
async function newestOf(item: OutboxItem): Promise<OutboxItem | null> {
  if (unkept.has(item.id)) return item
  return readFromDevice(({ outbox }) => outbox.get([item.owner, item.id])).then(
    (stored) => (stored ? itemOf(stored) : null),
    // If the device does not answer, the tab sends the copy that it holds.
    () => item,
  )
}

/** Lists the person's stored items; other people's items stay hidden. Throws when the device does not answer. */
async function load(userId: string | null): Promise<void> {
  if (userId !== owner) {
    owner = userId
    set({ items: [] })
  }
  if (userId === null) return
  const stored = await readFromDevice(({ outbox }) => outbox.where('owner').equals(userId).toArray())
  if (owner !== userId) return
  const known = new Set(state.items.map(({ id }) => id))
  const items = [...stored.map(itemOf).filter(({ id }) => !known.has(id)), ...state.items]
  set({ items: items.sort((a, b) => a.queuedAt - b.queuedAt) })
  void sendAll()
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

/** Whether a retry may succeed without any change. */
const mayPass = ({ status }: CallFault): boolean => status === 0 || status === 401 || status === 408 || status === 429 || status >= 500

/** Also 'sent' when another tab has sent or discarded it. */
async function trySending(known: OutboxItem): Promise<Outcome> {
  const item = await newestOf(known)
  if (!item) {
    unlist(known.id)
    return 'sent'
  }
  if (!isWaiting(item)) return new CallFault(422, [{ detail: item.refusal }])
  if (item.owner !== currentSession()?.user.id) return 'waiting'
  const sender = senders[item.kind]
  if (!sender) return new CallFault(422, [{ detail: unsendable }])
  try {
    await sender.send(item.payload)
  } catch (failure) {
    if (!(failure instanceof CallFault)) return new CallFault(422, [{ detail: unsendable }])
    return mayPass(failure) ? 'waiting' : failure
  }
  sender.sent?.(item.owner, item.payload)
  await forget(item)
  return 'sent'
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

/** Sends the waiting items in their order, until one fails to reach the server. */
export async function sendAll(): Promise<void> {
  clearTimeout(timer)
  try {
    if (state.items.some(isWaiting)) await alone(sendWaiting)
  } finally {
    retryLater()
  }
}

async function sendWaiting(): Promise<void> {
  set({ sending: true })
  try {
    for (const item of state.items.filter(isWaiting)) {
      const outcome = await trySending(item)
      if (outcome === 'waiting') break
      if (outcome instanceof CallFault && (await keepRefused(item, outcome))) showRefusal(item, outcome)
    }
  } finally {
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

/**
 * Stores the item and tries to send it at once. It is listed only once it has to wait or is rejected. The caller shows a rejection that
 * comes before that. `kept`: the device stores it until it is sent.
 */
export async function sendOrKeep(
  item: Omit<OutboxItem, 'owner' | 'queuedAt' | 'refusal'>,
): Promise<{ outcome: Outcome; isStored: boolean }> {
  if (owner === null) throw new Error('Nobody is signed in')
  const added: OutboxItem = { ...item, owner, queuedAt: Date.now(), refusal: '' }
  unlist(item.id)
  const isStored = await keep(added)
  let isLate = false
  const attempt = alone(async () => {
    const outcome = await trySending(added)
    if (outcome instanceof CallFault && (await keepRefused(added, outcome)) && isLate) showRefusal(added, outcome)
    return outcome
  })
  const inTime = await Promise.race([attempt, new Promise<null>((resolve) => setTimeout(() => resolve(null), longestWait))])
  isLate = inTime === null
  if (inTime !== null && inTime !== 'waiting') return { outcome: inTime, isStored }
  publish(added)
  retryIn = firstRetry
  void attempt.finally(retryLater)
  return { outcome: 'waiting', isStored }
}

/** Removes an item without sending it. */
export async function discard(id: string): Promise<void> {
  unlist(id)
  if (owner !== null) await forget({ owner, id })
}

/** An item that an older build wrote, or a newer one, is called a delivery's signature: most are. */
const unknownNoun: Sender['noun'] = ['kuittaus', 'kuittausta']

export const nounOf = ({ kind }: Pick<OutboxItem, 'kind'>): Sender['noun'] => senders[kind]?.noun ?? unknownNoun

/** `2 kuittausta ja 1 vikailmoitus` */
export function itemsText(items: readonly OutboxItem[]): string {
  const byNoun = Map.groupBy(items, (item) => nounOf(item)[0])
  return [...byNoun.values()]
    .map((alike) =>
      alike.length === 1 ? `1 ${nounOf(alike[0] ?? { kind: '' })[0]}` : `${alike.length} ${nounOf(alike[0] ?? { kind: '' })[1]}`,
    )
    .join(' ja ')
}

/** How many items of the person are unsent, including those being sent, those of other tabs and unreadable ones. */
export async function countUnsent(userId: string): Promise<number> {
  const stored = await readFromDevice(({ outbox }) => outbox.where('owner').equals(userId).primaryKeys())
  const own = [...unkept].flatMap(([id, owner]) => (owner === userId ? [id] : []))
  return new Set([...stored.map(([, id]) => id), ...own]).size
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
  senders = byKind
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
