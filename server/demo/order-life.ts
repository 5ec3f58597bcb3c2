import { createHash } from 'node:crypto'
import type { RuleContext } from '#domain/define-entity.ts'
import type { Row } from '#domain/registry.ts'
import { rules } from '#domain/rules.ts'
import type { Book, Deed } from './book.ts'

/** An order with its lines, as it stands after its latest deed. */
export type Order = { tilaus: Row<'tilaus'>; lahetykset: Row<'lahetys'>[]; tuntituotteet: Row<'tuntituote'>[] }
/** What one deed changes; a line for which the function gives null stays as it is. */
export type Step = {
  tilaus?: Partial<Row<'tilaus'>>
  lahetys?: (row: Row<'lahetys'>, index: number) => Partial<Row<'lahetys'>> | null
  tuntituote?: (row: Row<'tuntituote'>, index: number) => Partial<Row<'tuntituote'>> | null
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
/** The rules as the engine runs them, with nobody signed in: the deeds here are history, not requests. */
export const ruleContext = ({ at, why }: Deed): RuleContext => ({ viewer: null, now: at, reason: why ?? '', sha256 })

type Changes = {
  lahetykset: { before: Row<'lahetys'> | null; after: Row<'lahetys'> }[]
  tuntituotteet: { before: Row<'tuntituote'> | null; after: Row<'tuntituote'> }[]
}
/** What the house itself says of an order that is being saved: its price. Comes after the rules, as in the engine. */
export type Conclude = (before: Row<'tilaus'> | null, after: Row<'tilaus'>, lines: Changes, deed: Deed) => Step | null
const nothing: Conclude = () => null

function settle(before: Row<'tilaus'> | null, after: Row<'tilaus'>, lines: Changes, deed: Deed): Row<'tilaus'> {
  const settled = rules.tilaus?.settle?.({ before, after }, lines, ruleContext(deed))
  if (!settled) throw new Error('The order has lost its rule')
  const [fault] = settled.faults
  if (fault) throw new Error(`${fault.field}: ${fault.detail}`)
  return { ...after, ...settled.set }
}

const derivedShipment = (before: Row<'lahetys'> | null, after: Row<'lahetys'>, deed: Deed) => ({
  before,
  after: { ...after, ...rules.lahetys?.derive?.({ before, after }, ruleContext(deed), {}) },
})
const derivedJob = (before: Row<'tuntituote'> | null, after: Row<'tuntituote'>, deed: Deed) => ({
  before,
  after: { ...after, ...rules.tuntituote?.derive?.({ before, after }, ruleContext(deed), {}) },
})

/** The whole change written down, with a revision of each row that it changed. */
function saveOrder(book: Book, before: Row<'tilaus'> | null, after: Row<'tilaus'>, lines: Changes, deed: Deed, conclude: Conclude): Order {
  const said = conclude(before, after, lines, deed)
  return {
    tilaus: book.save('tilaus', before, { ...after, ...said?.tilaus }, deed),
    lahetykset: lines.lahetykset.map(({ before, after }, index) =>
      book.save('lahetys', before, { ...after, ...said?.lahetys?.(after, index) }, deed),
    ),
    tuntituotteet: lines.tuntituotteet.map(({ before, after }, index) =>
      book.save('tuntituote', before, { ...after, ...said?.tuntituote?.(after, index) }, deed),
    ),
  }
}

/** Makes the order of drafts: derived, settled, the first revision of each row written. */
export function placeOrder(book: Book, draft: Order, deed: Deed, conclude: Conclude = nothing): Order {
  const lines = {
    lahetykset: draft.lahetykset.map((row) => derivedShipment(null, row, deed)),
    tuntituotteet: draft.tuntituotteet.map((row) => derivedJob(null, row, deed)),
  }
  const asked = draft.tilaus.tilauksen_tila
  const placed = settle(null, { ...draft.tilaus, tilauksen_tila: 'uusi' }, lines, deed)
  // Brought in from elsewhere as already invoiced: delivered first, then invoiced, as the rule wants it.
  const tilaus = asked === 'laskutettu' ? settle(placed, { ...placed, tilauksen_tila: asked }, lines, deed) : placed
  return saveOrder(book, null, tilaus, lines, deed, conclude)
}

/** The order after one deed, with the revisions of what it changed. */
export function takeStep(book: Book, order: Order, step: Step, deed: Deed, conclude: Conclude = nothing): Order {
  const lines = {
    lahetykset: order.lahetykset.map((before, index) => {
      const values = step.lahetys?.(before, index)
      return values ? derivedShipment(before, { ...before, ...values }, deed) : { before, after: before }
    }),
    tuntituotteet: order.tuntituotteet.map((before, index) => {
      const values = step.tuntituote?.(before, index)
      return values ? derivedJob(before, { ...before, ...values }, deed) : { before, after: before }
    }),
  }
  const tilaus = settle(order.tilaus, { ...order.tilaus, ...step.tilaus }, lines, deed)
  return saveOrder(book, order.tilaus, tilaus, lines, deed, conclude)
}

/** Writes the finished order down. */
export function keepOrder(book: Book, order: Order): void {
  book.keep('tilaus', order.tilaus)
  for (const row of order.lahetykset) book.keep('lahetys', row)
  for (const row of order.tuntituotteet) book.keep('tuntituote', row)
}
