import { administratorsOnly, isMe, readOnly } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

/** Administrators answer requests through the calls of working time (rules/worktime.md#corrections). */
export const correctionRequestPolicy: EntityPolicy<'tyoaika_korjauspyynto'> = {
  ...administratorsOnly,
  yllapito: readOnly,
  kuljettaja: {
    read: isMe('kuljettaja.id'),
    create: { only: ['tyovuoro_kirjaus', 'perustelu', 'ehdotus'], fixed: { kuljettaja: 'me' } },
  },
}
