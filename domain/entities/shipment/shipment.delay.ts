import type { Change } from '../../model/define-entity.ts'
import { integer, moment } from '../../model/define-field.ts'
import type { ShipmentState } from '../order/order.states.ts'

export const maxDelayMinutes = 600

/** A delay that was reported (rules/deliveries.md#delays); the new estimate is `luvattu_aika`. Both 0 = none. */
export const delayFields = {
  myohastyminen: integer('Ilmoitettu myöhästyminen (min)', { readOnly: true, max: maxDelayMinutes }),
  /** By the device's clock: a phone without coverage sends the report later. */
  myohastyminen_ilmoitettu: moment('Myöhästymisestä ilmoitettu', { readOnly: true }),
}

export type Delay = { myohastyminen: number; myohastyminen_ilmoitettu: number }
export const noDelay: Delay = { myohastyminen: 0, myohastyminen_ilmoitettu: 0 }

const step = 300

/** When late goods are expected, on the next full five minutes. `expected`: the estimate until now, 0 for none. */
export function delayedArrival({ expected, reported, minutes }: { expected: number; reported: number; minutes: number }): number {
  const at = Math.max(expected, reported) + minutes * 60
  return Math.ceil(at / step) * step
}

type Delayed = Delay & { tila: ShipmentState; luvattu_aika: number; toivottu_toimitus: number }

/** A reported delay ends with another promise or another day, and when the driver says that the goods are on the way as planned. */
export function isDelayOver({ before, after }: Change<Delayed>): boolean {
  if (!before || before.myohastyminen === 0 || before.myohastyminen_ilmoitettu !== after.myohastyminen_ilmoitettu) return false
  return (
    before.luvattu_aika !== after.luvattu_aika ||
    before.toivottu_toimitus !== after.toivottu_toimitus ||
    (before.tila === 'myohassa' && after.tila === 'kuljetuksessa')
  )
}

type MaybeLate = { tila: ShipmentState; myohastyminen: number; poikkeama: string | null }

/**
 * The state as far as work on the goods is concerned: a reported delay changes the state of goods on the way, and nothing of what can be done with
 * them. What a device stored before it knew of the delay is therefore still of the goods as they were.
 */
export const stateWithoutDelay = ({ tila, myohastyminen, poikkeama }: MaybeLate): ShipmentState =>
  tila === 'myohassa' && myohastyminen > 0 && poikkeama === null ? 'kuljetuksessa' : tila
