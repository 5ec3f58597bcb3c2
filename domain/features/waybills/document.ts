import { reservations } from '../../entities/shipment/shipment.entity.ts'
import { productTypes } from '../../values/limits.ts'
import { emissionNote } from '../emissions/emission-text.ts'
import { type EmissionEstimate, sumEmissions } from '../emissions/estimate.ts'

/**
 * The content of a waybill (rahtikirja). The fields follow Tiekuljetussopimuslaki 345/1979, 8 §, which lists the particulars of a
 * waybill; each field below names the particular that it satisfies. What the law does not require (QR code, volume)
 * is there for the people who handle the goods.
 */
export type WaybillDocument = {
  /** 12 digits with a check digit, see number.ts. */
  readonly numero: string
  /** The order's short name, T-1042. */
  readonly tunniste: string
  /** The number of the shipment among the order's; missing on a summary, and where there is only one. */
  readonly shipment?: { readonly number: number; readonly of: number }
  /** 8 §: the place and the date of making the waybill. Unix seconds. */
  readonly place: string
  readonly date: number
  /** 8 §: the sender's, the carrier's and the consignee's name and address. */
  readonly sender: WaybillParty
  readonly carrier: WaybillCarrier
  readonly consignee: WaybillParty
  /** 8 §: the place and the day of taking over the goods. Without a day, a line is left to write it on. */
  readonly takingOver: { readonly place: string; readonly day: number | null }
  /** 8 §: the destination. */
  readonly destination: string
  readonly wishedDelivery: number | null
  readonly driver: string
  readonly plate: string
  readonly rows: readonly WaybillRow[]
  /** A sum is null when any part is unknown, since a sum that is too small would be misleading. */
  readonly totals: { readonly packages: number; readonly grossWeight: number | null; readonly volume: number | null }
  /** The estimated emissions with their method and source (rules/emissions.md#documents); '' where they are not known or not shown. */
  readonly emissions: string
  /** 8 §: who pays the charges. Prices themselves stay between the carrier and the payer. */
  readonly payer: string
  readonly references: readonly string[]
  /** 8 §: the sender's instructions and other remarks. */
  readonly remarks: string
  readonly acknowledgement?: WaybillAcknowledgement
  /** The address that the QR code opens. */
  readonly qrTarget: string
}

export type WaybillParty = {
  readonly nimi: string
  readonly osoite1: string
  readonly osoite2: string
  readonly postinro: string
  readonly postitmp: string
  readonly maa: string
  readonly yhteyshenkilo: string
  readonly puhelin: string
}

export type WaybillCarrier = {
  readonly nimi: string
  readonly osoite: string
  readonly y_tunnus: string
  readonly puhelin: string
  /** A data URL; '' for none. */
  readonly logo: string
}

export type WaybillRow = {
  /** 8 §: the special marks and numbers of the packages. */
  readonly marks: string
  /** 8 §: the number of packages and the kind of packing. */
  readonly packages: number
  readonly kind: string
  /** 8 §: the customary designation of the goods. */
  readonly contents: string
  /** mm */
  readonly size: { readonly pituus: number; readonly leveys: number; readonly korkeus: number } | null
  /** 8 §: the gross weight, kg; null when the sender has not given it (then the size is the quantity). */
  readonly grossWeight: number | null
  /** m³ */
  readonly volume: number | null
}

export type WaybillAcknowledgement = {
  readonly name: string
  readonly when: number
  /** PNG. Pages that share the same array share one picture in the PDF. */
  readonly signature: Uint8Array | null
}

type PartyField =
  | 'nimi'
  | 'osoite1'
  | 'osoite2'
  | 'postinro'
  | 'postitmp'
  | 'maa'
  | 'yhteyshenkilo_etunimi'
  | 'yhteyshenkilo_sukunimi'
  | 'yhteyshenkilo_puhelin'

type PartyFields<End extends 'nouto' | 'toimitus'> = { readonly [Field in PartyField as `${End}_${Field}`]: string | null }

/** A stored shipment with data of its related rows. */
export type WaybillShipment = PartyFields<'nouto'> &
  PartyFields<'toimitus'> & {
    /** The number of this shipment's own waybill. */
    readonly rahtikirjanro: string
    readonly name: string | null
    readonly tila: string
    readonly viite: string | null
    readonly viesti: string | null
    readonly kuvaus: string | null
    readonly maara: number | null
    /** mm */
    readonly pituus: number | null
    readonly leveys: number | null
    readonly korkeus: number | null
    /** kg per piece, and total kg for shipments without a weight per piece */
    readonly yksikkopaino: number | null
    readonly paino: number | null
    readonly varauma: '' | 'lava' | 'pakettiauto' | null
    readonly toivottu_toimitus: number | null
    /** When the driver took the goods over, unix seconds. */
    readonly noudettu: number | null
    readonly tuote: { readonly name: string | null; readonly tyyppi: 'rullakko' | 'paketti' | 'muu' | null } | null
    readonly kuljettaja: string | null
    readonly rekisterinumero: string | null
    readonly kuittaus: { readonly nimenselvennys: string; readonly aika: number; readonly kuva: Uint8Array | null } | null
    readonly paastot: EmissionEstimate | null
  }

export type WaybillOrder = {
  readonly id: string
  readonly tunniste: string
  /** The number of the summary. */
  readonly rahtikirjanro: string
  readonly laskutus_nimi: string | null
}

export type WaybillInput = {
  readonly tilaus: WaybillOrder
  readonly lahetykset: readonly WaybillShipment[]
  readonly carrier: WaybillCarrier
  /** The place and time of creating the waybill. */
  readonly place: string
  readonly date: number
  readonly publicUrl: string
}

/**
 * The waybills of an order: one for each shipment (`multipage`), or one summary of all. Cancelled shipments are not
 * transported and have none, so an order with all shipments cancelled returns an empty list.
 */
export function composeWaybills(input: WaybillInput, form: { readonly multipage: boolean }): WaybillDocument[] {
  const live = input.lahetykset.filter((shipment) => shipment.tila !== 'peruutettu')
  if (live.length === 0) return []
  if (!form.multipage) return [compose(input, input.tilaus.rahtikirjanro, live)]
  return live.map((shipment, index) => {
    const document = compose(input, shipment.rahtikirjanro, [shipment])
    return live.length === 1 ? document : { ...document, shipment: { number: index + 1, of: live.length } }
  })
}

function compose(input: WaybillInput, numero: string, shipments: readonly WaybillShipment[]): WaybillDocument {
  const senders = shipments.map((shipment) => partyOf(shipment, 'nouto'))
  const consignees = shipments.map((shipment) => partyOf(shipment, 'toimitus'))
  const manySenders = distinct(senders.map(partyLine)).length > 1
  const manyConsignees = distinct(consignees.map(partyLine)).length > 1
  const rows = shipments.map((shipment, index) => {
    const row = rowOf(shipment)
    const from = senders[index]
    const to = consignees[index]
    const ends = [manySenders && from ? `Nouto: ${partyLine(from)}` : '', manyConsignees && to ? `Toimitus: ${partyLine(to)}` : '']
    return { ...row, contents: joinNonEmpty([row.contents, ...ends], '\n') }
  })
  const acknowledgement = acknowledgementOf(shipments)
  return {
    numero,
    tunniste: input.tilaus.tunniste,
    place: input.place,
    date: input.date,
    sender: only(senders, manySenders, 'Useita lähettäjiä, ks. tavarat'),
    carrier: input.carrier,
    consignee: only(consignees, manyConsignees, 'Useita vastaanottajia, ks. tavarat'),
    takingOver: {
      place: manySenders ? 'Useita, ks. tavarat' : firstText(senders.map(placeLine)),
      day: first(shipments.map((shipment) => shipment.noudettu)),
    },
    destination: manyConsignees ? 'Useita, ks. tavarat' : firstText(consignees.map(placeLine)),
    wishedDelivery: first(shipments.map((shipment) => shipment.toivottu_toimitus)),
    driver: distinct(shipments.map((shipment) => clean(shipment.kuljettaja))).join(', '),
    plate: distinct(shipments.map((shipment) => clean(shipment.rekisterinumero))).join(', '),
    rows,
    totals: {
      packages: rows.reduce((sum, row) => sum + row.packages, 0),
      // The sums of the rounded rows, so that the column adds up on paper.
      grossWeight: sumOf(
        rows.map((row) => row.grossWeight),
        2,
      ),
      volume: sumOf(
        rows.map((row) => row.volume),
        3,
      ),
    },
    emissions: emissionNote(sumEmissions(shipments.map((shipment) => shipment.paastot))),
    payer: clean(input.tilaus.laskutus_nimi),
    references: distinct(shipments.map((shipment) => clean(shipment.viite))),
    remarks: distinct(shipments.map((shipment) => clean(shipment.viesti))).join('\n'),
    ...(acknowledgement === null ? {} : { acknowledgement }),
    qrTarget: qrTargetOf(input),
  }
}

/** The address of the page where the receiver acknowledges the order. */
export function qrTargetOf({ publicUrl, tilaus }: WaybillInput): string {
  return `${publicUrl.replace(/\/+$/, '')}/kuittaa/${tilaus.id}`
}

export function partyOf(shipment: WaybillShipment, end: 'nouto' | 'toimitus'): WaybillParty {
  return {
    nimi: clean(shipment[`${end}_nimi`]),
    osoite1: clean(shipment[`${end}_osoite1`]),
    osoite2: clean(shipment[`${end}_osoite2`]),
    postinro: clean(shipment[`${end}_postinro`]),
    postitmp: clean(shipment[`${end}_postitmp`]),
    maa: clean(shipment[`${end}_maa`]),
    yhteyshenkilo: joinNonEmpty([clean(shipment[`${end}_yhteyshenkilo_etunimi`]), clean(shipment[`${end}_yhteyshenkilo_sukunimi`])], ' '),
    puhelin: clean(shipment[`${end}_yhteyshenkilo_puhelin`]),
  }
}

/** Postal code and town, and the country when it is not Finland. */
export function postalLine(party: WaybillParty): string {
  const town = joinNonEmpty([party.postinro, party.postitmp], ' ')
  return joinNonEmpty([town, party.maa === 'FI' ? '' : party.maa], ', ')
}

function placeLine(party: WaybillParty): string {
  return joinNonEmpty([party.osoite1, party.osoite2, postalLine(party)], ', ')
}

function partyLine(party: WaybillParty): string {
  return joinNonEmpty([party.nimi, placeLine(party)], ', ')
}

function rowOf(shipment: WaybillShipment): WaybillRow {
  const packages = shipment.maara ?? 0
  const weight = shipment.yksikkopaino === null ? shipment.paino : shipment.yksikkopaino * packages
  const size = sizeOf(shipment)
  const packing = shipment.tuote?.tyyppi ? productTypes[shipment.tuote.tyyppi] : ''
  const reservation = shipment.varauma ? reservations[shipment.varauma] : ''
  const name = clean(shipment.tuote?.name ?? null) || clean(shipment.name)
  return {
    marks: clean(shipment.viite),
    packages,
    kind: joinNonEmpty([packing, reservation], '\n'),
    contents: joinNonEmpty(distinct([name, clean(shipment.kuvaus)]), '\n'),
    size,
    grossWeight: weight === null ? null : rounded(weight, 2),
    volume: size === null ? null : rounded((size.pituus * size.leveys * size.korkeus * packages) / 1e9, 3),
  }
}

/** Null when any side is missing. */
export function sizeOf({ pituus, leveys, korkeus }: WaybillShipment): WaybillRow['size'] {
  return pituus && leveys && korkeus ? { pituus, leveys, korkeus } : null
}

/** The acknowledgement of all shipments. Several signatures are shown as names and the latest time, without pictures. */
function acknowledgementOf(shipments: readonly WaybillShipment[]): WaybillAcknowledgement | null {
  const acknowledgements = shipments.flatMap((shipment) => (shipment.kuittaus === null ? [] : [shipment.kuittaus]))
  const [one] = acknowledgements
  if (one === undefined || acknowledgements.length < shipments.length) return null
  const same = acknowledgements.every((each) => each.nimenselvennys === one.nimenselvennys && each.aika === one.aika)
  return {
    name: distinct(acknowledgements.map((each) => clean(each.nimenselvennys))).join(', '),
    when: Math.max(...acknowledgements.map((each) => each.aika)),
    signature: same ? one.kuva : null,
  }
}

function only(parties: readonly WaybillParty[], many: boolean, manyText: string): WaybillParty {
  const nobody = { nimi: '', osoite1: '', osoite2: '', postinro: '', postitmp: '', maa: '', yhteyshenkilo: '', puhelin: '' }
  return many ? { ...nobody, nimi: manyText } : (parties[0] ?? nobody)
}

/** The earliest date; 0 on the wire means none. */
function first(dates: readonly (number | null)[]): number | null {
  const known = dates.flatMap((date) => (date !== null && date > 0 ? [date] : []))
  return known.length === 0 ? null : Math.min(...known)
}

function firstText(texts: readonly string[]): string {
  return texts[0] ?? ''
}

export function clean(text: string | null): string {
  return (text ?? '').trim()
}

export function joinNonEmpty(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))]
}

function sumOf(parts: readonly (number | null)[], decimals: number): number | null {
  let sum = 0
  for (const part of parts) {
    if (part === null) return null
    sum += part
  }
  return rounded(sum, decimals)
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round((value + Number.EPSILON) * scale) / scale
}
