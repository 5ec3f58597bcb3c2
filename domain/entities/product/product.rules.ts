import type { EntityRules } from '../../model/define-entity.ts'
import { limitFault } from '../../values/limits.ts'
import type { Tuote } from './product.entity.ts'

export const productRules: EntityRules<Tuote> = {
  check: ({ after }) =>
    (['pituus', 'leveys', 'korkeus', 'paino'] as const).flatMap((dimension) => {
      const detail = limitFault(dimension, after[dimension], after.tyyppi, 'default')
      return detail ? [{ field: dimension, detail }] : []
    }),
}
