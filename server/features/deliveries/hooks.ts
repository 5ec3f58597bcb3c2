import type { EntityHooks } from '#server/entities/engine.ts'
import { chooseTerminal } from './choose-terminal.ts'
import { refuseUnallowedLeaving } from './may-be-left.ts'

export const deliveryHooks: EntityHooks = {
  lahetys: [{ lookUp: chooseTerminal }],
  v_o_kuittaus: [{ lookUp: refuseUnallowedLeaving }],
}
