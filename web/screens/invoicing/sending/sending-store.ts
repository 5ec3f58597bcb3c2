import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { nowSeconds } from '#web/session/clock.ts'
import { onSessionEnd } from '#web/session/session.ts'

/** An order that was sent: the answer of the call, and the invoice that it is on. */
const sentOrder = z.object({
  order: z.object({
    id: z.string(),
    tunniste: z.string(),
    asiakas: z.object({ id: z.string(), name: z.string() }),
    ryhma: z.nullable(z.object({ id: z.string() })),
  }),
  lasku: z.nullable(z.string()),
  /** Why it was not taken into any invoice; '' when it was, and null when the answer is not known. */
  refused: z.nullable(z.string()),
})
const sentOrders = z.object({ system: z.enum(['fivaldi', 'talenom', 'finvoice']), orders: z.array(sentOrder), at: z.number() })
const stored = z.object({ user: z.string(), sent: sentOrders })

export type SentOrder = z.output<typeof sentOrder>
/** The orders that were sent, until the person closes their results; `at`: when, unix seconds. */
type Sent = z.output<typeof sentOrders> | null

/** Removed at sign-out (web/kit/form/forget-person.ts). */
const storageKey = 'kuorma.laskujen-lahetys'

let state: Sent = null
let user: string | null = null
const listeners = new Set<() => void>()

export const sentState = (): Sent => state

function show(sent: Sent): void {
  state = sent
  for (const listener of listeners) listener()
}

/** Stays when the screen is left or the page is loaded again: this device keeps which orders were sent, the database what has become of them. */
export function keepSent(sent: Sent): void {
  show(sent)
  try {
    if (sent === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ user, sent }))
  } catch {
    // Without room on the device the results last as long as the page.
  }
}

/** Results of earlier days are among the invoices (seconds). */
const maxAge = 24 * 60 * 60

/** Takes up the person's sending from before the page was loaded. */
export function takeUpSending(userId: string): void {
  if (user === userId) return
  user = userId
  const found = stored.safeParse(storedValue()).data
  const isCurrent = found?.user === userId && found.sent.at > nowSeconds() - maxAge
  show(isCurrent ? found.sent : null)
}

function storedValue(): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}

// The next person does not see it.
onSessionEnd(() => {
  user = null
  show(null)
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSent = (): Sent => useSyncExternalStore(subscribe, sentState)
