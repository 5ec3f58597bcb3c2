import { rules as ofEntities } from '#domain/rules.ts'
import { copyAddresses } from './addresses/copy-addresses.ts'
import { locateAddresses } from './addresses/locate-addresses.ts'
import { keepCustomersWithWork } from './customers/keep-customers.ts'
import type { Rules } from './jsonapi/saving.ts'
import { keepGroupsWhole, lockGroupPrices } from './orders/group-rules.ts'
import { priceOrders } from './prices/price-orders.ts'

/** The entities' rules, with what only the server can look up for them. */
export const rules: Rules = {
  ...ofEntities,
  asiakas: { ...ofEntities.asiakas, lookUp: keepCustomersWithWork },
  tilaus: { ...ofEntities.tilaus, lookUp: keepGroupsWhole, conclude: priceOrders },
  lahetys: { ...ofEntities.lahetys, lookUp: copyAddresses },
  tuntituote: { ...ofEntities.tuntituote, lookUp: copyAddresses },
  postiosoite: { ...ofEntities.postiosoite, lookUp: locateAddresses },
  laskutusosoite_posti: { ...ofEntities.laskutusosoite_posti, lookUp: locateAddresses },
  tilaus_ryhma: { ...ofEntities.tilaus_ryhma, lookUp: lockGroupPrices },
}
