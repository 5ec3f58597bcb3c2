/** Milliseconds: a page that is never idle is not waited for longer. */
const timeout = 5000
/** Safari does not say when it is idle. */
const instead = 1000

/** Does what can wait, once the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(work, { timeout })
    return () => window.cancelIdleCallback(id)
  }
  const id = setTimeout(work, instead)
  return () => clearTimeout(id)
}
