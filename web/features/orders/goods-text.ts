import type { Row } from '#domain/model/registry.ts'
import type { ProductType } from '#domain/values/limits.ts'
import { formatKilos, plural } from '#web/kit/format.ts'

const words: Record<ProductType, readonly [one: string, many: string]> = {
  rullakko: ['rullakko', 'rullakkoa'],
  paketti: ['paketti', 'pakettia'],
  muu: ['kolli', 'kollia'],
}

/** `5 rullakkoa`, `1 paketti` */
export const piecesText = (tyyppi: ProductType, maara: number): string => plural(maara, ...words[tyyppi])

/** `5 rullakkoa · 2 pakettia · 610 kg` */
export function goodsText(shipments: readonly Pick<Row<'lahetys'>, 'tyyppi' | 'maara' | 'paino'>[]): string {
  const pieces = new Map<ProductType, number>()
  for (const { tyyppi, maara } of shipments) pieces.set(tyyppi, (pieces.get(tyyppi) ?? 0) + maara)
  const kilos = shipments.reduce((sum, { paino }) => sum + paino, 0)
  return [
    ...[...pieces].map(([tyyppi, count]) => piecesText(tyyppi, count)),
    ...(kilos > 0 ? [formatKilos(Math.round(kilos * 100) / 100)] : []),
  ].join(' · ')
}
