/** A clock for searches that advances by one each time it is read: a search ends after as much work on every machine. */
export function countingClock(): () => number {
  let reads = 0
  return () => reads++
}
