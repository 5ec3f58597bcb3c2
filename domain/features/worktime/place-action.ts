import type { ReviewReason } from '../../entities/worktime/task-types.ts'
import { isTooLong, longestDay } from '../../entities/worktime/worktime.rules.ts'
import { startOfDay } from '../../values/time/time.ts'
import { outsideReasons } from './task-place.ts'

/** A record of the driver near an action. */
export type NearRecord = { id: string; alkuaika: number; loppuaika: number; tarkista: readonly ReviewReason[] }

/** What becomes of a queued action; `reasons` are added to the record, `taskReasons` to the task. */
export type Placement =
  | { kind: 'record'; id: string; reasons: ReviewReason[]; taskReasons: ReviewReason[]; start?: number; end?: number }
  /**
   * A new record; `isOpen` is false when another day of the driver is open or came later: it then waits for its end. `leftOpen` is an earlier day that was
   * forgotten open: it ends, and waits for its own end.
   */
  | { kind: 'new'; isOpen: boolean; reasons: ReviewReason[]; leftOpen?: string }

const hour = 3600
/** How far from a record a queued action may lie and still belong to it, in seconds. A start so long after another one begins the next day. */
const nearby = 16 * hour

const isOpen = ({ loppuaika }: NearRecord): boolean => loppuaika === 0
const lacksEnd = ({ tarkista }: NearRecord): boolean => tarkista.includes('ei_lopetusta')
const lacksStart = ({ tarkista }: NearRecord): boolean => tarkista.includes('ei_aloitusta')
const isSameDay = (record: NearRecord, at: number): boolean => startOfDay(record.alkuaika) === startOfDay(at)
/** The flag of a day that lasts until `at`, when that is longer than any working day. */
export const longReasons = ({ alkuaika }: { alkuaika: number }, at: number): ReviewReason[] =>
  isTooLong({ alkuaika, loppuaika: at }) ? ['yli_vuorokausi'] : []
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
const newDay = (records: readonly NearRecord[], at: number, reasons: readonly ReviewReason[]): Extract<Placement, { kind: 'new' }> => {
  const open = !records.some(isOpen) && !after(records, at)
  return { kind: 'new', isOpen: open, reasons: [...reasons, ...(open ? [] : (['ei_lopetusta'] as const))] }
}

/** The start of a day that a device stored: another device may have started the same day. `records` are sorted by start. */
export function placeStart(records: readonly NearRecord[], at: number): Placement {
  const current = before(records, at)
  const runsOn = current && (isOpen(current) || lacksEnd(current)) && at - current.alkuaika <= nearby
  if (current && (runsOn || at < current.loppuaika)) return inRecord(current)
  const next = after(records, at)
  if (next && lacksStart(next) && next.alkuaika - at <= nearby) return inRecord(next, { start: at })
  if (next && isSameDay(next, at)) return inRecord(next, { reasons: ['toinen_aloitus'] })
  const leftOpen = records.find((record) => isOpen(record) && record.alkuaika <= at)
  const others = records.filter((record) => record !== leftOpen)
  return { ...newDay(others, at, []), ...(leftOpen ? { leftOpen: leftOpen.id } : {}) }
}

/** A task that a device stored: in the record that covers its time, else in the nearest one, else in a day of its own. */
export function placeTask(records: readonly NearRecord[], at: number): Placement {
  const current = before(records, at)
  if (current && isOpen(current)) return inRecord(current, { reasons: longReasons(current, at) })
  if (current && at <= current.loppuaika) return inRecord(current)
  if (current && lacksEnd(current) && at - current.alkuaika <= longestDay) return inRecord(current, { end: at })
  const nearest = nearestTo(records, at)
  return nearest ? inRecord(nearest, { taskReasons: outsideReasons(at, nearest) }) : newDay(records, at, ['ei_aloitusta'])
}

/** The end of a day that a device stored; another device may have ended it at another time. An end of which nothing else is known makes an ended day. */
export function placeEnd(records: readonly NearRecord[], at: number): Placement {
  const current = before(records, at)
  if (current && isOpen(current)) return inRecord(current, { end: at, reasons: longReasons(current, at) })
  if (current && lacksEnd(current) && at - current.alkuaika <= longestDay) return inRecord(current, { end: at })
  const nearest = current && at <= current.loppuaika ? current : nearestTo(records, at)
  if (!nearest) return { kind: 'new', isOpen: false, reasons: ['ei_aloitusta'] }
  return inRecord(nearest, { reasons: nearest.loppuaika === at ? [] : ['toinen_lopetus'] })
}

/** The record that a moment outside all of them belongs to: the one that ended shortly before, or one that starts later on the same day. */
function nearestTo(records: readonly NearRecord[], at: number): NearRecord | undefined {
  const [current, next] = [before(records, at), after(records, at)]
  const sinceEnd = current ? at - current.loppuaika : Number.POSITIVE_INFINITY
  const untilStart = next && isSameDay(next, at) ? next.alkuaika - at : Number.POSITIVE_INFINITY
  if (Math.min(sinceEnd, untilStart) > nearby) return undefined
  return sinceEnd <= untilStart ? current : next
}
