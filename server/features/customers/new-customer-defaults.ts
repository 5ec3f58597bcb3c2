import type { LookUp } from '#server/entities/engine.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'

/** Fields whose default is the company's setting of the same name (rules/invoicing.md#payment-term, rules/deliveries.md#leaving-without-signature). */
const names = ['maksuehto', 'saa_jattaa'] as const

/** Fills in what was not given for a new customer. */
export const newCustomerDefaults: LookUp = async (runner, changes, { isGiven }) => {
  const missing = changes.map((change) => (change.before === null ? names.filter((name) => !isGiven(change, name)) : []))
  if (missing.every((fields) => fields.length === 0)) return undefined
  const { values } = await storedSettings(runner)
  return missing.map((fields) => Object.fromEntries(fields.map((name) => [name, values[name]])))
}
