import type { HourlyState, ShipmentState } from '../../entities/order/order.states.ts'
import type { Inflected } from './targets.ts'

type Words = (what: Inflected) => string

const marked =
  (one: string, many: string): Words =>
  ({ accusative, isMany }) =>
    `merkitsi ${accusative} ${isMany ? many : one}`

/** The words for a shipment's change of state. A pickup is worded by the state that the shipment was in. */
const toTransport: Record<ShipmentState, Words> = {
  odottaa_noutoa: marked('noudetuksi', 'noudetuiksi'),
  siirretty: marked('noudetuksi terminaalista', 'noudetuiksi terminaalista'),
  myohassa: ({ genitive }) => `jatkoi ${genitive} kuljetusta`,
  toimitettu: ({ accusative }) => `palautti ${accusative} kuljetukseen`,
  peruutettu: ({ accusative }) => `palautti ${accusative} kuljetukseen`,
  odottaa_siirtoa: ({ genitive }) => `jatkoi ${genitive} kuljetusta`,
  siirto: ({ genitive }) => `jatkoi ${genitive} kuljetusta`,
  kuljetuksessa: ({ genitive }) => `jatkoi ${genitive} kuljetusta`,
}
const shipmentWords: Record<Exclude<ShipmentState, 'kuljetuksessa'>, Words> = {
  odottaa_noutoa: ({ accusative }) => `palautti ${accusative} odottamaan noutoa`,
  odottaa_siirtoa: ({ accusative }) => `ohjasi ${accusative} terminaaliin`,
  siirto: ({ accusative }) => `lähti viemään ${accusative} terminaaliin`,
  siirretty: ({ accusative }) => `toi ${accusative} terminaaliin`,
  toimitettu: marked('toimitetuksi', 'toimitetuiksi'),
  myohassa: ({ nominative, isMany }) => `ilmoitti, että ${nominative} ${isMany ? 'myöhästyvät' : 'myöhästyy'}`,
  peruutettu: ({ accusative }) => `peruutti ${accusative}`,
}
const hourlyWords: Record<HourlyState, Words> = {
  odottaa_noutoa: ({ accusative }) => `palautti ${accusative} odottamaan`,
  kuljetuksessa: ({ accusative }) => `aloitti ${accusative}`,
  toimitettu: ({ accusative }) => `merkitsi ${accusative} valmiiksi`,
  peruutettu: ({ accusative }) => `peruutti ${accusative}`,
}

export const shipmentStepWords = (from: ShipmentState, to: ShipmentState): Words =>
  to === 'kuljetuksessa' ? toTransport[from] : shipmentWords[to]
export const hourlyStepWords = (from: HourlyState, to: HourlyState): Words =>
  to === 'kuljetuksessa' && from === 'toimitettu' ? ({ accusative }) => `palautti ${accusative} työn alle` : hourlyWords[to]
