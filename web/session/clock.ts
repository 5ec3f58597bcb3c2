export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Over a slower answer the offset would be too uncertain (milliseconds). */
const slowestMeasure = 10_000
/** A header's whole seconds and the way there and back make smaller differences meaningless (seconds). */
const smallestOffset = 3
const storageKey = 'kuorma.clock'

let offset: number | null | undefined

function storedOffset(): number | null {
  try {
    const text = localStorage.getItem(storageKey)
    return text !== null && /^-?\d{1,10}$/.test(text) ? Number(text) : null
  } catch {
    return null
  }
}

/** The `Date` header of an answer, and when its request was sent and answered (milliseconds, by this device). */
export function noteServerTime(date: string | null, sentAt: number, answeredAt = Date.now()): void {
  const served = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(served) || answeredAt < sentAt || answeredAt - sentAt > slowestMeasure) return
  // The header has no fractions: the middle of its second.
  const seconds = Math.round((served + 500 - (sentAt + answeredAt) / 2) / 1000)
  const measured = Math.abs(seconds) < smallestOffset ? 0 : seconds
  if (measured === offset) return
  offset = measured
  try {
    localStorage.setItem(storageKey, String(measured))
  } catch {
    // Without storage the offset is measured again after a reload.
  }
}

/** How many seconds the server's clock was ahead of this device's at the last answer; null when it has never been measured. */
export function clockOffset(): number | null {
  offset ??= storedOffset()
  return offset
}

/** The time by the server's clock, as far as it has been measured (unix seconds). */
export const serverSeconds = (): number => nowSeconds() + (clockOffset() ?? 0)
