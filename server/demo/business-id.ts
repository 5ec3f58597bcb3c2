const weights = [7, 9, 10, 5, 8, 4, 2] as const

/**
 * A Y-tunnus with its check digit; null for the one in eleven numbers that have none. The demo company counts from
 * 9 000 000: the register is far from there, so the number is nobody's.
 */
export function businessIdOf(running: number): string | null {
  const digits = String(running).padStart(7, '0')
  const left = weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11
  return left === 1 ? null : `${digits}-${left === 0 ? 0 : 11 - left}`
}

/** The next one that exists, from a number on. */
export function nextBusinessId(running: number): { id: string; running: number } {
  const id = businessIdOf(running)
  return id === null ? nextBusinessId(running + 1) : { id, running }
}
