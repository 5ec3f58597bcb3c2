import { pick } from '#domain/entities/order/order.rows.ts'
import type { Lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { anyTime, movedWindows, type TimeWindowKey, type TimeWindows, timeWindowKeys } from '#domain/entities/shipment/shipment.times.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'

// The reference, message, wished day, time windows and promised time of an order's form, and those of single lines that differ from them.

/** The time windows of a shipment as typed; unix seconds, 0 for any time. */
export type TypedWindows = Record<TimeWindowKey, TypedNumber>

/** The notes of a line that differ from the order's; null for the order's own. */
export type OwnNotes = {
  viite: string | null
  viesti: string | null
  toivottu_toimitus: TypedNumber | null
  /** Null for hourly jobs, which have no windows. */
  ajat: TypedWindows | null
  /** Null for hourly jobs, too. Missing in drafts of older versions. */
  luvattu_aika?: TypedNumber | null
}

/** What all lines of the order share unless a line has its own. */
export type NotedOrder = { viite: string; viesti: string; toivottu_toimitus: TypedNumber; ajat: TypedWindows; luvattu_aika: TypedNumber }

export const nothingOwn: OwnNotes = { viite: null, viesti: null, toivottu_toimitus: null, ajat: null, luvattu_aika: null }

/** The wished day; 0 for a text that is not a day. */
export const dayOrNone = (typed: TypedNumber): number => (typeof typed === 'number' ? typed : 0)

export const knownWindows = (typed: TypedWindows): TimeWindows => ({
  nouto_aika_alku: dayOrNone(typed.nouto_aika_alku),
  nouto_aika_loppu: dayOrNone(typed.nouto_aika_loppu),
  toimitus_aika_alku: dayOrNone(typed.toimitus_aika_alku),
  toimitus_aika_loppu: dayOrNone(typed.toimitus_aika_loppu),
})

/** Moved windows; texts that cannot be parsed yet stay. */
export function movedTyped(typed: TypedWindows, from: number, to: number): TypedWindows {
  const moved = movedWindows(knownWindows(typed), from, to)
  const texts = Object.fromEntries(timeWindowKeys.filter((key) => typeof typed[key] === 'string').map((key) => [key, typed[key]]))
  return { ...moved, ...texts }
}

/** The windows of a row: its own ones, or the order's on the row's wished day. */
export function windowsOf(order: Pick<NotedOrder, 'toivottu_toimitus' | 'ajat'>, own: OwnNotes): TimeWindows {
  if (own.ajat) return knownWindows(own.ajat)
  const day = dayOrNone(order.toivottu_toimitus)
  return movedWindows(knownWindows(order.ajat), day, dayOrNone(own.toivottu_toimitus ?? day))
}

const unlessSame = <T>(own: T, shared: T): T | null => (own === shared ? null : own)

export type Noted = Pick<Lahetys, 'viite' | 'viesti' | 'toivottu_toimitus'>

export function ownNotes(line: Noted & Partial<TimeWindows & Pick<Lahetys, 'luvattu_aika'>>, order: NotedOrder): OwnNotes {
  const notes = {
    viite: unlessSame(line.viite, order.viite),
    viesti: unlessSame(line.viesti, order.viesti),
    toivottu_toimitus: unlessSame<TypedNumber>(line.toivottu_toimitus, order.toivottu_toimitus),
    ajat: null,
    luvattu_aika: null,
  }
  if (line.nouto_aika_alku === undefined) return notes
  const own = { ...anyTime, ...pick(line, timeWindowKeys) }
  const shared = windowsOf(order, notes)
  const ajat = timeWindowKeys.every((key) => own[key] === shared[key]) ? null : own
  return { ...notes, ajat, luvattu_aika: unlessSame<TypedNumber>(line.luvattu_aika ?? 0, order.luvattu_aika) }
}
