import type { ReviewReason } from '../../entities/worktime/task-types.ts'
import { startOfDay } from '../../values/time/time.ts'
import { outsideReasons } from './task-place.ts'

/** A record of the driver near an action. */
export type NearRecord = { id: string; alkuaika: number; loppuaika: number; tarkista: readonly ReviewReason[] }

/** What becomes of a queued action; `reasons` are added to the record, `taskReasons` to the task. */
export type Placement =
  | { kind: 'record'; id: string; reasons: ReviewReason[]; taskReasons: ReviewReason[]; end?: number }
  /** A new record; `isOpen` is false when another day of the driver is open or came later: it then waits for its end. */
  | { kind: 'new'; isOpen: boolean; reasons: ReviewReason[] }
  | { kind: 'none' }

const hour = 3600
/** How far from a record a queued action may lie and still belong to it, in seconds. */
const nearby = 16 * hour
/** How long after its start a record without an end still gets tasks and its end, in seconds. */
const longestDay = 24 * hour

const isOpen = ({ loppuaika }: NearRecord): boolean => loppuaika === 0
const lacksEnd = ({ tarkista }: NearRecord): boolean => tarkista.includes('ei_lopetusta')
const before = (records: readonly NearRecord[], at: number): NearRecord | undefined => records.findLast(({ alkuaika }) => alkuaika <= at)
const after = (records: readonly NearRecord[], at: number): NearRecord | undefined => records.find(({ alkuaika }) => alkuaika > at)
const inRecord = (record: NearRecord, details: Partial<Extract<Placement, { kind: 'record' }>> = {}): Placement => ({
  kind: 'record',
  id: record.id,
  reasons: [],
  taskReasons: [],
  ...details,
})

/** A new day may be open only when no other day is, and none follows. */
const newDay = (records: readonly NearRecord[], at: number, reasons: readonly ReviewReason[]): Placement => {
  const open = !records.some(isOpen) && !after(records, at)
  return { kind: 'new', isOpen: open, reasons: [...reasons, ...(open ? [] : (['ei_lopetusta'] as const))] }
}

/** The start of a day that a device stored: another device may have started the same day. `records` are sorted by start. */
export function placeStart(records: readonly NearRecord[], at: number): Placement {
  const current = before(records, at)
  if (current && (isOpen(current) || at < current.loppuaika || (lacksEnd(current) && at - current.alkuaika <= longestDay)))
    return inRecord(current)
  const next = after(records, at)
  if (next && startOfDay(next.alkuaika) === startOfDay(at)) return inRecord(next, { reasons: ['toinen_aloitus'] })
  return newDay(records, at, [])
}

/** A task that a device stored: in the record that covers its time, else in the nearest one, else in a day of its own. */
export function placeTask(records: readonly NearRecord[], at: number): Placement {
  const current = before(records, at)
  if (current && (isOpen(current) || at <= current.loppuaika)) return inRecord(current)
  if (current && lacksEnd(current) && at - current.alkuaika <= longestDay) return inRecord(current, { end: at })
  const next = after(records, at)
  const sinceEnd = current ? at - current.loppuaika : Number.POSITIVE_INFINITY
  const untilStart = next && startOfDay(next.alkuaika) === startOfDay(at) ? next.alkuaika - at : Number.POSITIVE_INFINITY
  const nearest = sinceEnd <= untilStart ? current : next
  if (nearest && Math.min(sinceEnd, untilStart) <= nearby) return inRecord(nearest, { taskReasons: outsideReasons(at, nearest) })
  return newDay(records, at, ['ei_aloitusta'])
}

/** The end of a day that a device stored; another device may have ended it at another time. */
export function placeEnd(records: readonly NearRecord[], at: number): Placement {
  const current = before(records, at)
  if (current && (isOpen(current) || (lacksEnd(current) && at - current.alkuaika <= longestDay))) return inRecord(current, { end: at })
  const record = current ?? after(records, at)
  if (!record) return { kind: 'none' }
  return inRecord(record, { reasons: record.loppuaika === at ? [] : ['toinen_lopetus'] })
}
