// https://github.com/vkomulai/finnish-business-ids
import { FinnishBusinessIds } from 'finnish-business-ids'

/**
 * A Y-tunnus with its check digit; undefined for the one in eleven numbers that have none. The demo company counts from
 * 9 000 000: the register is far from there, so the number is nobody's.
 */
export const businessIdOf = (running: number): string | undefined =>
  [...'0123456789'].map((check) => `${String(running).padStart(7, '0')}-${check}`).find(FinnishBusinessIds.isValidBusinessId)

/** The next one that exists, from a number on. */
export const nextBusinessId = (running: number): string => businessIdOf(running) ?? nextBusinessId(running + 1)
