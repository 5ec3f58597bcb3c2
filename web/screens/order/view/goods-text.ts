import { productTypes } from '#domain/values/limits.ts'
import type { EntityRow } from '#web/data/row.ts'
import { formatKilos } from '#web/kit/format.ts'

/** `2 × Lavakuorma, 610 kg` */
export const goodsText = ({ maara, kuvaus, tyyppi, paino }: Pick<EntityRow<'lahetys'>, 'maara' | 'kuvaus' | 'tyyppi' | 'paino'>): string =>
  `${maara} × ${kuvaus || productTypes[tyyppi]}, ${formatKilos(paino)}`
