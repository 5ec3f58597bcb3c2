/** The longest wait for an idle moment (milliseconds). */
const timeout = 5000
/** The delay in Safari, which has no requestIdleCallback (milliseconds). */
const instead = 1000

/** Runs work that can wait once the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(work, { timeout })
    return () => window.cancelIdleCallback(id)
  }
  const id = setTimeout(work, instead)
  return () => clearTimeout(id)
}
