import type { Role } from '../../access/roles.ts'
import type { BellEntry } from './notifications.ts'

type Address = { to: string; search?: { auto: string }; hash?: 'viestit' }

/** The page to which an entry of the bell leads; null when it leads nowhere. Maintenance staff see cars on their start page. */
export function bellAddress({ laji, kohde }: Pick<BellEntry, 'laji' | 'kohde'>, roles: readonly Role[]): Address | null {
  if (kohde === null) return null
  if (laji === 'tilaus' || laji === 'poikkeama' || laji === 'myohastyminen') return { to: `/tilaus/${kohde}` }
  if (laji === 'viesti') return { to: `/tilaus/${kohde}`, hash: 'viestit' }
  if (laji === 'korjauspyynto') return { to: `/kirjaus/${kohde}` }
  if (laji !== 'vika') return { to: `/kuittaa-dokumentti/${kohde}` }
  return roles.includes('yllapito') || roles.includes('kuljettaja') ? { to: `/auto/${kohde}` } : { to: '/', search: { auto: kohde } }
}
