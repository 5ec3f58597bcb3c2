import { copiedTexts, endsToCopy, isChosen } from '#domain/entities/address/address.copy.ts'
import type { LookUp } from '#server/entities/engine.ts'
import { addressesToCopy } from './queries.ts'

const idIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * Copies the texts of saved addresses into lines that refer to them without texts (rules/orders.md#copied-addresses). An address of
 * the same save is not copied: the client has its texts.
 */
export const copyAddresses: LookUp = async (runner, changes) => {
  const chosen = changes.flatMap((change, index) =>
    endsToCopy(change).map((end) => {
      const contact = `${end}_yhteyshenkilo`
      const yhteyshenkilo = isChosen(change, contact) ? change.after[contact] : null
      return { index, end, change, osoite: idIn(change.after[`${end}_osoite`]), yhteyshenkilo: idIn(yhteyshenkilo) }
    }),
  )
  if (chosen.length === 0) return undefined
  const found = await addressesToCopy(runner, chosen)
  const copies = changes.map(() => ({}))
  for (const [n, { index, end, change }] of chosen.entries()) {
    const address = found.get(n)
    if (address) copies[index] = { ...copies[index], ...copiedTexts(change, end, address, address.contact ?? undefined) }
  }
  return copies
}
