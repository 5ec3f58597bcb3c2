import { acknowledgementRules } from '../entities/acknowledgement/acknowledgement.rules.ts'
import { addressRules } from '../entities/address/address.rules.ts'
import { maintenanceRules } from '../entities/car/maintenance.rules.ts'
import { correctionRequestRules } from '../entities/correction-request/correction-request.rules.ts'
import { customerRules } from '../entities/customer/customer.rules.ts'
import { documentAcknowledgementRules, documentRules } from '../entities/document/document.rules.ts'
import { failedDeliveryRules } from '../entities/failed-delivery/failed-delivery.rules.ts'
import { recurringRules } from '../entities/hourly/recurring.rules.ts'
import { notificationRules } from '../entities/notification/notification.rules.ts'
import { hourlyRules, shipmentRules } from '../entities/order/line.rules.ts'
import { type OrderLines, orderRules } from '../entities/order/order.rules.ts'
import { productRules } from '../entities/product/product.rules.ts'
import { rentalRules } from '../entities/rental/rental.rules.ts'
import { routeRules } from '../entities/route/route.rules.ts'
import { calendarDayRules, shiftRules, workRouteRules } from '../entities/shift/shift.rules.ts'
import { profileRules, userRules } from '../entities/user/user.rules.ts'
import { taskRules, type WorkingDayLines, workingDayRules } from '../entities/worktime/worktime.rules.ts'
import type { EntityRules } from './define-entity.ts'
import type { EntityName, Row } from './registry.ts'

type LinesOf<N extends EntityName> = N extends 'tilaus'
  ? OrderLines
  : N extends 'tyovuoro_kirjaus'
    ? WorkingDayLines
    : Record<string, never>

/** The rules of each entity: pure functions that the engine runs in the transaction of a change. */
export const rules: { [N in EntityName]?: EntityRules<Row<N>, LinesOf<N>> } = {
  asiakas: customerRules,
  huolto: maintenanceRules,
  tilaus: orderRules,
  lahetys: shipmentRules,
  tuntituote: hourlyRules,
  v_o_kuittaus: acknowledgementRules,
  toimituspoikkeama: failedDeliveryRules,
  postiosoite: addressRules,
  laskutusosoite_posti: addressRules,
  tuote: productRules,
  tuntituote_toisto: recurringRules,
  notification: notificationRules,
  dokumentti: documentRules,
  dokumentti_kuittaus: documentAcknowledgementRules,
  vuokraus: rentalRules,
  reitti: routeRules,
  tyovuoro: shiftRules,
  tyovuoro_lisatieto: calendarDayRules,
  tyoreitti: workRouteRules,
  tyovuoro_kirjaus: workingDayRules,
  tyovuoro_kirjaus_tehtava: taskRules,
  tyoaika_korjauspyynto: correctionRequestRules,
  user: userRules,
  profile_yllapito: profileRules,
  profile_kuljettaja: profileRules,
  profile_asiakas: profileRules,
}
