// https://github.com/vkomulai/finnish-business-ids
import { FinnishBusinessIds } from 'finnish-business-ids'

/**
 * A Y-tunnus with its check digit; undefined for the one in eleven numbers without a valid one. The demo company counts from
 * 9 000 000, which the register is far from reaching, so the numbers belong to no real company.
 */
export const businessIdOf = (running: number): string | undefined =>
  [...'0123456789'].map((check) => `${String(running).padStart(7, '0')}-${check}`).find(FinnishBusinessIds.isValidBusinessId)

/** The first valid Y-tunnus from a running number on. */
export const nextBusinessId = (running: number): string => businessIdOf(running) ?? nextBusinessId(running + 1)
