/** Milliseconds for which the company's own ids and its customers are not read again. */
export const cacheTime = 60 * 60 * 1000
/** A choice that is missing may have been added; but it is not looked for with each invoice of a run. */
export const shortestCacheTime = 60 * 1000

/** A value that is read once, and again when it is older than the caller accepts. */
export function cached<T>(read: (signal: AbortSignal) => Promise<T>): (maxAge: number, signal: AbortSignal) => Promise<T> {
  let current: { readAt: number; value: Promise<T> } | null = null
  return (maxAge, signal) => {
    if (current === null || Date.now() - current.readAt > maxAge) {
      const value = read(signal)
      const made = { readAt: Date.now(), value }
      current = made
      value.catch(() => {
        if (current === made) current = null
      })
    }
    return current.value
  }
}
