import type { RowOf } from './define-entity.ts'
import { v_o_kuittaus } from './entities/acknowledgement/acknowledgement.entity.ts'
import { laskutusosoite_email, laskutusosoite_posti, laskutusosoite_verkkolasku, postiosoite } from './entities/address/address.entity.ts'
import { auto } from './entities/car/car.entity.ts'
import { asiakas, yhteyshenkilo } from './entities/customer/customer.entity.ts'
import { file } from './entities/file/file.entity.ts'
import { tuntituote, tuntituote_instanssi, tuntituote_tyyppi } from './entities/hourly/hourly.entity.ts'
import { tilaus } from './entities/order/order.entity.ts'
import { tuote } from './entities/product/product.entity.ts'
import { lahetys } from './entities/shipment/shipment.entity.ts'
import { profile_asiakas, profile_kuljettaja, profile_yllapito, user } from './entities/user/user.entity.ts'

/** The nouns of the business. Tables, routes, filters, validation, types and forms follow from these. */
export const registry = {
  asiakas,
  postiosoite,
  laskutusosoite_email,
  laskutusosoite_posti,
  laskutusosoite_verkkolasku,
  yhteyshenkilo,
  user,
  profile_yllapito,
  profile_kuljettaja,
  profile_asiakas,
  tuote,
  auto,
  file,
  tilaus,
  lahetys,
  tuntituote,
  tuntituote_tyyppi,
  tuntituote_instanssi,
  v_o_kuittaus,
}
export type Registry = typeof registry
export type EntityName = keyof Registry
export type Row<N extends EntityName> = RowOf<Registry[N]>

export const entityNames = Object.keys(registry) as EntityName[]
