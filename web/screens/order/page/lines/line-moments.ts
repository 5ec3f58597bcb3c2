import type { Lahetys as Shipment } from '#domain/entities/shipment/shipment.entity.ts'
import { type TimeWindowKey, windowAt, windowText } from '#domain/entities/shipment/shipment.times.ts'
import { momentWords } from '../moment-words.ts'

type PickupFields = TimeWindowKey | 'timestamp_noudettu' | 'toivottu_toimitus'
type DeliveryFields = TimeWindowKey | 'timestamp_toimitettu' | 'luvattu_aika' | 'toivottu_toimitus'

/** When the goods were picked up, or may be. */
export function pickupWhen(shipment: Pick<Shipment, PickupFields>, now: number): string {
  if (shipment.timestamp_noudettu > 0) return `noudettu ${momentWords(shipment.timestamp_noudettu, now)}`
  return windowText(windowAt('nouto', shipment), shipment.toivottu_toimitus)
}

/** When the goods arrived, or are expected. */
export function deliveryWhen(shipment: Pick<Shipment, DeliveryFields>, now: number): string {
  const { timestamp_toimitettu, luvattu_aika, toivottu_toimitus } = shipment
  if (timestamp_toimitettu > 0) return `toimitettu ${momentWords(timestamp_toimitettu, now)}`
  if (luvattu_aika > 0) return `luvattu ${momentWords(luvattu_aika, now)}`
  return windowText(windowAt('toimitus', shipment), toivottu_toimitus)
}
