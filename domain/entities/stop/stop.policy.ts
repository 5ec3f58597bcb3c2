import { administratorsOnly, myShift, readOnly } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

/** Written by the server alone: by the calls of the board, and as shipments are assigned (decision 72). */
export const stopPolicy: EntityPolicy<'ajo_pysahdys'> = {
  ...administratorsOnly,
  yllapito: readOnly,
  kuljettaja: { read: { path: 'tyovuoro', that: myShift } },
}
