import * as z from 'zod/mini'
import type { CallFault } from '../fault.ts'
import type { Passed } from '../request.ts'
import type { StoredItem } from './database.ts'

/**
 * In the order of sending. `large`: pictures are sent with it, so it goes after the small items that do not depend on it. `picture`: a picture
 * alone, which holds up nothing.
 */
export const loads = ['small', 'large', 'picture'] as const
export type Load = (typeof loads)[number]

/** An action completed on this device. Builds before decision 75 wrote items without the fields from `chain` on. */
const itemShape = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.string(),
  /** When the action was done, by the device's clock (unix seconds). */
  at: z.number(),
  /** Milliseconds; increases with every item of the device. */
  queuedAt: z.number(),
  /** `T-1042, Hotelli Kerava` */
  label: z.string(),
  /** Ids of the orders and lines that the item changes. */
  about: z.array(z.string()),
  payload: z.unknown(),
  /** Why the server rejected it; '' while it waits to be sent. */
  refusal: z.string(),
  /** What the item depends on and changes: it is sent after the earlier items that share one of these. Without them: `about`. */
  chain: z.optional(z.array(z.string())),
  /** How many seconds the server's clock was ahead when the action was done; null when it had not been measured. */
  offset: z._default(z.nullable(z.number()), null),
  /** It waits for what it depends on, but nothing waits for it. */
  holdsNothing: z._default(z.boolean(), false),
  /** Whether sending has been tried: the server may have it although no answer came. Unknown of older builds' items. */
  tried: z._default(z.boolean(), true),
})
/** `load`: what its sender says, not what a build stored with it. */
export type OutboxItem = z.infer<typeof itemShape> & { load: Load }

export type Sender = {
  /** What its items are called in Finnish: one, and several (partitive). */
  noun: readonly [one: string, several: string]
  /** What is uploaded with it; without this it is small. */
  load?: (payload: unknown) => Load
  /** Throws a CallFault when it is not stored, which the outbox shows. `options`: of each of its requests; the outbox may abort them. */
  send: (payload: unknown, item: OutboxItem, options: Passed) => Promise<void>
  /** The name of the draft that stays on the device until it is sent; without this its draft is dropped when it is queued. */
  draft?: (payload: unknown) => string | undefined
  /** Called once it is sent, to remove what else the device stores for it. */
  sent?: (userId: string, payload: unknown) => void
  /** Hands an item that the server rejected later than its user could see to the dispatcher. Throws a CallFault when that is not stored. */
  passOn?: (item: OutboxItem, refusal: CallFault, options: Passed) => Promise<void>
  /** Whether the later item takes back the earlier one: neither is sent when the earlier one has not been tried. */
  takesBack?: (later: unknown, earlier: unknown) => boolean
}

const unreadable = 'Tämä sovelluksen versio ei osaa lukea kirjausta. Ota yhteys ajojärjestelyyn ja tee sama tarvittaessa uudelleen.'

/** Items that this build cannot read are listed as well, so that their owner knows about them; the stored copy is not changed. */
export function itemOf(stored: StoredItem, loadOf: (item: Pick<OutboxItem, 'kind' | 'payload'>) => Load): OutboxItem {
  const item = itemShape.safeParse(stored)
  if (item.success) return { ...item.data, load: loadOf(item.data) }
  const unknown = {
    at: 0,
    queuedAt: 0,
    label: 'Tuntematon kirjaus',
    about: [],
    payload: null,
    offset: null,
    load: 'small',
    holdsNothing: false,
    tried: true,
  } as const
  const { id, owner } = stored
  return { ...unknown, id, owner, kind: '', about: [], refusal: unreadable }
}

/** When the action was done, by the server's clock as far as the device had measured it (unix seconds). */
export const actionTime = ({ at, offset }: Pick<OutboxItem, 'at' | 'offset'>): number => at + (offset ?? 0)
export const isWaiting = ({ refusal }: Pick<OutboxItem, 'refusal'>): boolean => refusal === ''
export const inOrder = (a: OutboxItem, b: OutboxItem): number => a.queuedAt - b.queuedAt
