import type { EntityHooks } from '#server/entities/engine.ts'
import { copyAddresses } from './copy-addresses.ts'
import { locateAddresses } from './locate-addresses.ts'

export const addressHooks: EntityHooks = {
  lahetys: [{ lookUp: copyAddresses }],
  tuntituote: [{ lookUp: copyAddresses }],
  postiosoite: [{ lookUp: locateAddresses }],
  laskutusosoite_posti: [{ lookUp: locateAddresses }],
}
