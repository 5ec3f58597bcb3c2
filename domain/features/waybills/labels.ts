import { clean, joinNonEmpty, partyOf, qrTargetOf, sizeOf, type WaybillInput, type WaybillParty, type WaybillShipment } from './document.ts'

/** The content of one package's label. */
export type LabelDocument = {
  /**
   * The content of the bar code: the twelve digits of the shipment's waybill (number.ts) and four of the package's number in the
   * shipment. Sixteen digits make the shortest Code 128; a scanner finds the shipment by the first twelve.
   */
  readonly code: string
  /** The order's short name, T-1042. */
  readonly tunniste: string
  /** The number of the shipment among the order's; missing where there is only one. */
  readonly shipment?: { readonly number: number; readonly of: number }
  readonly piece: { readonly number: number; readonly of: number }
  readonly consignee: WaybillParty
  readonly sender: WaybillParty
  readonly carrier: string
  readonly reference: string
  readonly contents: string
  /** The weight of this package in kg; null when the sender has not given it. */
  readonly weight: number | null
  /** mm */
  readonly size: { readonly pituus: number; readonly leveys: number; readonly korkeus: number } | null
  readonly wishedDelivery: number | null
  /** The message to the driver. */
  readonly message: string
  /** The address that the QR code opens. */
  readonly qrTarget: string
}

const travels = ({ tila }: WaybillShipment): boolean => tila !== 'peruutettu'
const packagesOf = ({ maara }: WaybillShipment): number => Math.max(1, maara ?? 1)

/** A label for each package of each shipment that is not cancelled. A shipment without a number of packages counts as one package. */
export function composeLabels(input: WaybillInput): LabelDocument[] {
  const live = input.lahetykset.filter(travels)
  return live.flatMap((shipment, index) => {
    const of = packagesOf(shipment)
    const label = {
      tunniste: input.tilaus.tunniste,
      ...(live.length === 1 ? {} : { shipment: { number: index + 1, of: live.length } }),
      consignee: partyOf(shipment, 'toimitus'),
      sender: partyOf(shipment, 'nouto'),
      carrier: input.carrier.nimi,
      reference: clean(shipment.viite),
      contents: joinNonEmpty([clean(shipment.tuote?.name ?? null) || clean(shipment.name), clean(shipment.kuvaus)], ', '),
      weight: weightOfOne(shipment, of),
      size: sizeOf(shipment),
      wishedDelivery: shipment.toivottu_toimitus || null,
      message: clean(shipment.viesti),
      qrTarget: qrTargetOf(input),
    }
    return Array.from({ length: of }, (_, piece) => ({
      ...label,
      code: `${shipment.rahtikirjanro}${String(piece + 1).padStart(4, '0')}`,
      piece: { number: piece + 1, of },
    }))
  })
}

function weightOfOne({ yksikkopaino, paino }: WaybillShipment, of: number): number | null {
  return yksikkopaino ?? (paino === null ? null : paino / of)
}
