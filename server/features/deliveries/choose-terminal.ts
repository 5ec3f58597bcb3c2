import type { Change } from '#domain/model/define-entity.ts'
import type { LookUp, StoredRow } from '#server/entities/engine.ts'
import { firstTerminals } from './queries.ts'

/** Whether the change moves goods to a terminal without naming one. */
const needsTerminal = ({ before, after }: Change<StoredRow>): boolean =>
  after.tila === 'siirretty' && before?.tila !== 'siirretty' && !after.nykyinen_osoite

/** Goods that arrive at an unnamed terminal get the company's only terminal or its default one (rules/orders.md#terminals). */
export const chooseTerminal: LookUp = async (runner, changes) => {
  if (!changes.some(needsTerminal)) return undefined
  const [first, second] = await firstTerminals(runner)
  const terminal = first && (first.is_default || !second) ? first.id : null
  return terminal === null ? undefined : changes.map((change) => (needsTerminal(change) ? { nykyinen_osoite: terminal } : {}))
}
