import { administratorsOnly, myShift } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

export const shiftPolicy: EntityPolicy<'tyovuoro'> = {
  ...administratorsOnly,
  kuljettaja: { read: myShift, hide: ['kuljettaja_default'] },
}

export const shiftNotePolicy: EntityPolicy<'tyovuoro_lisatieto'> = administratorsOnly

export const workRoutePolicy: EntityPolicy<'tyoreitti'> = {
  ...administratorsOnly,
  kuljettaja: { read: { path: 'tyovuorot', that: myShift }, hide: ['kuljettaja', 'vakioreitti'] },
}
