import type { LookUp } from '#server/entities/engine.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'

/** A new customer whose payment term is not given has the company's (rules/invoicing.md#payment-term). */
export const paymentTerm: LookUp = async (runner, changes, { isGiven }) => {
  const open = changes.map((change) => change.before === null && !isGiven(change, 'maksuehto'))
  if (!open.includes(true)) return undefined
  const { maksuehto } = (await storedSettings(runner)).values
  return open.map((isOpen) => (isOpen ? { maksuehto } : {}))
}
