import type { Change } from '#domain/model/define-entity.ts'
import type { LookUp, StoredRow } from '#server/entities/engine.ts'
import { firstTerminals } from './queries.ts'

/** Arrives at a terminal without naming one. */
const needsTerminal = ({ before, after }: Change<StoredRow>): boolean =>
  after.tila === 'siirretty' && before?.tila !== 'siirretty' && !after.nykyinen_osoite

/** Goods that arrive at a terminal without a name for it are at the company's only one, or at its default one (rules/orders.md#terminals). */
export const chooseTerminal: LookUp = async (runner, changes) => {
  if (!changes.some(needsTerminal)) return undefined
  const [first, second] = await firstTerminals(runner)
  const terminal = first && (first.is_default || !second) ? first.id : null
  return terminal === null ? undefined : changes.map((change) => (needsTerminal(change) ? { nykyinen_osoite: terminal } : {}))
}
