import { addressPolicy, billingAddressPolicy } from '../entities/address/address.policy.ts'
import { carPolicy, departureCheckPolicy, maintenancePolicy } from '../entities/car/car.policy.ts'
import { conflictPolicy } from '../entities/conflict/conflict.policy.ts'
import { correctionRequestPolicy } from '../entities/correction-request/correction-request.policy.ts'
import { contactPolicy, customerPolicy } from '../entities/customer/customer.policy.ts'
import { documentAcknowledgementPolicy, documentPolicy } from '../entities/document/document.policy.ts'
import { favouriteOrderPolicy } from '../entities/favourite-order/favourite-order.policy.ts'
import { filePolicy } from '../entities/file/file.policy.ts'
import { hourlyInstancePolicy, hourlyPolicy, hourlyTypePolicy, recurringPolicy } from '../entities/hourly/hourly.policy.ts'
import { invoicePolicy, invoiceRowPolicy } from '../entities/invoice/invoice.policy.ts'
import { notificationPolicy } from '../entities/notification/notification.policy.ts'
import { orderGroupPolicy, orderPolicy } from '../entities/order/order.policy.ts'
import { orderMessagePolicy } from '../entities/order-message/order-message.policy.ts'
import { priceListPolicy, priceLogPolicy } from '../entities/price/price.policy.ts'
import { productPolicy } from '../entities/product/product.policy.ts'
import { rentalPolicy } from '../entities/rental/rental.policy.ts'
import { standingRoutePolicy } from '../entities/route/route.policy.ts'
import { shiftNotePolicy, shiftPolicy, workRoutePolicy } from '../entities/shift/shift.policy.ts'
import { deliveryRecordPolicy } from '../entities/shipment/delivery-record.policy.ts'
import { shipmentPolicy } from '../entities/shipment/shipment.policy.ts'
import { stopPolicy } from '../entities/stop/stop.policy.ts'
import { administratorProfilePolicy, customerProfilePolicy, driverProfilePolicy, userPolicy } from '../entities/user/user.policy.ts'
import { viewPolicy } from '../entities/view/view.policy.ts'
import { taskPolicy, workingDayPolicy } from '../entities/worktime/worktime.policy.ts'
import type { EntityName } from '../model/registry.ts'
import type { EntityPolicy } from './define-policy.ts'

/**
 * The policy table: entity × role → which rows and which fields may be read and written (rules/access.md#default).
 * Access is denied by default. The JSON:API, the files and the events use only this table. An /api call first limits the roles that may
 * make it (domain/features); the rows that it reads or writes are then limited by this table too.
 */
export const policy: { [N in EntityName]: EntityPolicy<N> } = {
  asiakas: customerPolicy,
  postiosoite: addressPolicy,
  laskutusosoite_email: billingAddressPolicy,
  laskutusosoite_posti: billingAddressPolicy,
  laskutusosoite_verkkolasku: billingAddressPolicy,
  yhteyshenkilo: contactPolicy,
  user: userPolicy,
  profile_yllapito: administratorProfilePolicy,
  profile_kuljettaja: driverProfilePolicy,
  profile_asiakas: customerProfilePolicy,
  tuote: productPolicy,
  auto: carPolicy,
  huolto: maintenancePolicy,
  lahtotarkastus: departureCheckPolicy,
  file: filePolicy,
  tilaus: orderPolicy,
  lahetys: shipmentPolicy,
  tuntituote: hourlyPolicy,
  tuntituote_tyyppi: hourlyTypePolicy,
  tuntituote_instanssi: hourlyInstancePolicy,
  tuntituote_toisto: recurringPolicy,
  tilaus_ryhma: orderGroupPolicy,
  tilausviesti: orderMessagePolicy,
  suosikkitilaus: favouriteOrderPolicy,
  lasku: invoicePolicy,
  laskurivi: invoiceRowPolicy,
  v_o_kuittaus: deliveryRecordPolicy,
  toimituspoikkeama: deliveryRecordPolicy,
  ristiriita: conflictPolicy,
  notification: notificationPolicy,
  dokumentti: documentPolicy,
  dokumentti_kuittaus: documentAcknowledgementPolicy,
  vuokraus: rentalPolicy,
  reitti: standingRoutePolicy,
  tyovuoro: shiftPolicy,
  tyovuoro_lisatieto: shiftNotePolicy,
  tyoreitti: workRoutePolicy,
  ajo_pysahdys: stopPolicy,
  tyovuoro_kirjaus: workingDayPolicy,
  tyovuoro_kirjaus_tehtava: taskPolicy,
  tyoaika_korjauspyynto: correctionRequestPolicy,
  hinnasto: priceListPolicy,
  hintalaskuri_log: priceLogPolicy,
  nakyma: viewPolicy,
}
