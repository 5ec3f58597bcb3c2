import type { EntityRules } from './define-entity.ts'
import { acknowledgementRules } from './entities/acknowledgement/acknowledgement.rules.ts'
import { addressRules } from './entities/address/address.rules.ts'
import { hourlyRules, shipmentRules } from './entities/order/line.rules.ts'
import { type OrderLines, orderRules } from './entities/order/order.rules.ts'
import { productRules } from './entities/product/product.rules.ts'
import type { EntityName, Row } from './registry.ts'

type LinesOf<N extends EntityName> = N extends 'tilaus' ? OrderLines : Record<string, never>

/** What a change of an entity entails: pure functions that the engine runs in the change's own transaction. */
export const rules: { [N in EntityName]?: EntityRules<Row<N>, LinesOf<N>> } = {
  tilaus: orderRules,
  lahetys: shipmentRules,
  tuntituote: hourlyRules,
  v_o_kuittaus: acknowledgementRules,
  postiosoite: addressRules,
  laskutusosoite_posti: addressRules,
  tuote: productRules,
}
