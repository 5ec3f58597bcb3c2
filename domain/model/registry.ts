import { v_o_kuittaus } from '../entities/acknowledgement/acknowledgement.entity.ts'
import { laskutusosoite_email, laskutusosoite_posti, laskutusosoite_verkkolasku, postiosoite } from '../entities/address/address.entity.ts'
import { auto } from '../entities/car/car.entity.ts'
import { lahtotarkastus } from '../entities/car/departure-check.entity.ts'
import { huolto } from '../entities/car/maintenance.entity.ts'
import { ristiriita } from '../entities/conflict/conflict.entity.ts'
import { tyoaika_korjauspyynto } from '../entities/correction-request/correction-request.entity.ts'
import { asiakas, yhteyshenkilo } from '../entities/customer/customer.entity.ts'
import { dokumentti, dokumentti_kuittaus } from '../entities/document/document.entity.ts'
import { toimituspoikkeama } from '../entities/failed-delivery/failed-delivery.entity.ts'
import { suosikkitilaus } from '../entities/favourite-order/favourite-order.entity.ts'
import { file } from '../entities/file/file.entity.ts'
import { tuntituote, tuntituote_instanssi, tuntituote_tyyppi } from '../entities/hourly/hourly.entity.ts'
import { tuntituote_toisto } from '../entities/hourly/recurring.entity.ts'
import { lasku, laskurivi } from '../entities/invoice/invoice.entity.ts'
import { notification } from '../entities/notification/notification.entity.ts'
import { tilaus } from '../entities/order/order.entity.ts'
import { tilaus_ryhma } from '../entities/order/order-group.entity.ts'
import { tilausviesti } from '../entities/order-message/order-message.entity.ts'
import { hinnasto, hintalaskuri_log } from '../entities/price/price.entity.ts'
import { tuote } from '../entities/product/product.entity.ts'
import { vuokraus } from '../entities/rental/rental.entity.ts'
import { reitti } from '../entities/route/route.entity.ts'
import { tyoreitti, tyovuoro, tyovuoro_lisatieto } from '../entities/shift/shift.entity.ts'
import { lahetys } from '../entities/shipment/shipment.entity.ts'
import { ajo_pysahdys } from '../entities/stop/stop.entity.ts'
import { profile_asiakas, profile_kuljettaja, profile_yllapito, user } from '../entities/user/user.entity.ts'
import { nakyma } from '../entities/view/view.entity.ts'
import { tyovuoro_kirjaus, tyovuoro_kirjaus_tehtava } from '../entities/worktime/worktime.entity.ts'
import type { RowOf } from './define-entity.ts'

/** The entities. Tables, routes, filters, validation, types and forms are derived from them. */
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
  huolto,
  lahtotarkastus,
  ajo_pysahdys,
  file,
  tilaus,
  lahetys,
  tuntituote,
  tuntituote_tyyppi,
  tuntituote_instanssi,
  tuntituote_toisto,
  tilaus_ryhma,
  tilausviesti,
  suosikkitilaus,
  lasku,
  laskurivi,
  v_o_kuittaus,
  toimituspoikkeama,
  ristiriita,
  notification,
  dokumentti,
  dokumentti_kuittaus,
  vuokraus,
  reitti,
  tyovuoro,
  tyovuoro_lisatieto,
  tyoreitti,
  tyovuoro_kirjaus,
  tyovuoro_kirjaus_tehtava,
  tyoaika_korjauspyynto,
  hinnasto,
  hintalaskuri_log,
  nakyma,
}
export type Registry = typeof registry
export type EntityName = keyof Registry
export type Row<N extends EntityName> = RowOf<Registry[N]>

export const entityNames = Object.keys(registry) as EntityName[]
