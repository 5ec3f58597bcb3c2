import type { Role } from '#domain/access/roles.ts'
import type { Relation } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import type { AccessEntry } from './access-entry.ts'
import { laskutusosoite_email, laskutusosoite_posti, laskutusosoite_verkkolasku, postiosoite } from './entities/address.ts'
import { auto, huolto, lahtotarkastus } from './entities/car.ts'
import { ristiriita } from './entities/conflict.ts'
import { tyoaika_korjauspyynto } from './entities/correction-request.ts'
import { asiakas, yhteyshenkilo } from './entities/customer.ts'
import { dokumentti, dokumentti_kuittaus } from './entities/document.ts'
import { suosikkitilaus } from './entities/favourite-order.ts'
import { file } from './entities/file.ts'
import { tuntituote, tuntituote_instanssi, tuntituote_toisto, tuntituote_tyyppi } from './entities/hourly.ts'
import { lasku, laskurivi } from './entities/invoice.ts'
import { notification } from './entities/notification.ts'
import { tilaus, tilaus_ryhma } from './entities/order.ts'
import { tilausviesti } from './entities/order-message.ts'
import { hinnasto, hintalaskuri_log } from './entities/price.ts'
import { tuote } from './entities/product.ts'
import { vuokraus } from './entities/rental.ts'
import { reitti } from './entities/route.ts'
import { tyoreitti, tyovuoro, tyovuoro_lisatieto } from './entities/shift.ts'
import { lahetys, toimituspoikkeama, v_o_kuittaus } from './entities/shipment.ts'
import { ajo_pysahdys } from './entities/stop.ts'
import { profile_asiakas, profile_kuljettaja, profile_yllapito, user } from './entities/user.ts'
import { nakyma } from './entities/view.ts'
import { tyovuoro_kirjaus, tyovuoro_kirjaus_tehtava } from './entities/worktime.ts'

/** The expectations of the access tests for each entity. */
export const accessMatrix: Record<EntityName, AccessEntry> = {
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
  ajo_pysahdys,
  tyovuoro_kirjaus,
  tyovuoro_kirjaus_tehtava,
  tyoaika_korjauspyynto,
  hinnasto,
  hintalaskuri_log,
  nakyma,
}

/** Fields and relations of the entity that must never be sent to the role. */
export const hiddenFrom = (name: EntityName, role: Role): readonly string[] =>
  accessMatrix[name].hidden?.[role === 'asiakas_yllapito' ? 'asiakas' : role] ?? []

/** Entities whose relations are sent on the wire and have addresses; the relations of the others are used by access rules only. */
export const withRelations: readonly EntityName[] = entityNames.filter((name) =>
  Object.values<Relation>(registry[name].relations).some((relation) => relation.kind !== 'inverse' || !relation.hidden),
)
