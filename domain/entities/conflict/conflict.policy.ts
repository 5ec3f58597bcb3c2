import { administratorsOnly, isMe, readOnly } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'

/** Written by the calls of conflicts alone. A driver sees what became of their own, but not what the server has of others' work. */
export const conflictPolicy: EntityPolicy<'ristiriita'> = {
  ...administratorsOnly,
  yllapito: readOnly,
  kuljettaja: { read: isMe('kuljettaja.id'), hide: ['nykytila', 'ratkaisija', 'lahetykset', 'tuntityot', 'tiedostot'] },
}
