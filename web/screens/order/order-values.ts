import type { BillingFields } from '#domain/entities/order/order.billing.ts'
import { billingFields } from '#domain/entities/order/order.billing.ts'
import type { Tilaus } from '#domain/entities/order/order.entity.ts'
import { type GoodsRow, goodsFields, pick, type SavedShipment, type SharedGoods, sharedFields } from '#domain/entities/order/order.rows.ts'
import type { Lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { numberOf, type Typed } from '../../kit/typed.ts'

export const ends = ['nouto', 'toimitus'] as const
/** Pickup or delivery: the two ends of a transport, and the prefix of their fields. */
export type End = (typeof ends)[number]

const addressKeys = ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp', 'maa'] as const
const contactKeys = ['etunimi', 'sukunimi', 'puhelin', 'email'] as const
export const placeTexts = [...addressKeys, ...contactKeys] as const
export type AddressKey = (typeof addressKeys)[number]
export type ContactKey = (typeof contactKeys)[number]

export type Place = Record<AddressKey | ContactKey, string> & {
  /** The saved address and contact that the texts were copied from; null once they are typed over. */
  osoite: string | null
  yhteyshenkilo: string | null
}
export type PlaceValues = Place & {
  /** "Tallenna osoitteisiin", and the ids that the saved address and contact will get. */
  save: boolean
  saveAs: { osoite: string; yhteyshenkilo: string }
}

/** A goods row as it is typed: sizes in centimetres, weight in kilograms a piece. `id` is its shipment's. */
export type GoodsValues = Pick<Lahetys, 'id' | 'tuote' | 'tyyppi' | 'kuvaus' | 'varauma'> & {
  maara: Typed
  pituus: Typed
  leveys: Typed
  korkeus: Typed
  paino: Typed
}

export type Billing = BillingFields & Pick<Tilaus, 'laskutus_viesti'>

/** The order as it was read: what a save compares with. It stays in the draft, so that an old draft never overwrites newer data. */
export type SavedOrder = { vid: number; hinta: number; laskutus: Billing; lines: SavedShipment[] }

/** What of the form somebody else may change meanwhile, and the conflict dialog compares. */
export type OrderContent = {
  nouto: PlaceValues
  toimitus: PlaceValues
  rows: GoodsValues[]
  toivottu_toimitus: Typed
  viite: string
  viesti: string
  laskutus: Billing
  hinta: Typed
}
export type OrderValues = OrderContent & { id: string; saved: SavedOrder | null }

const addressField = <K extends AddressKey>(end: End, key: K) => `${end}_${key}` as const
const contactField = <K extends ContactKey>(end: End, key: K) => `${end}_yhteyshenkilo_${key}` as const

/** A field of the shipment → where it stands in a place of the form. */
export function placeKeyOf(field: string): { end: End; key: keyof Place } | null {
  for (const end of ends) {
    for (const key of addressKeys) if (field === addressField(end, key)) return { end, key }
    for (const key of contactKeys) if (field === contactField(end, key)) return { end, key }
    if (field === `${end}_osoite`) return { end, key: 'osoite' }
    if (field === `${end}_yhteyshenkilo`) return { end, key: 'yhteyshenkilo' }
  }
  return null
}

/** The entity's field that a text of a place is stored in. */
export const fieldOfPlace = (end: End, key: AddressKey | ContactKey) =>
  addressKeys.some((own) => own === key) ? addressField(end, key as AddressKey) : contactField(end, key as ContactKey)

type NewIds = () => string

export function blankPlace(newId: NewIds): PlaceValues {
  const empty = { nimi: '', osoite1: '', osoite2: '', postinro: '', postitmp: '', etunimi: '', sukunimi: '', puhelin: '', email: '' }
  return { ...empty, maa: 'FI', osoite: null, yhteyshenkilo: null, save: false, saveAs: { osoite: newId(), yhteyshenkilo: newId() } }
}

export const isBlankPlace = (place: Place): boolean => placeTexts.every((key) => key === 'maa' || place[key].trim() === '')

export function blankRow(newId: NewIds): GoodsValues {
  const sizes = { pituus: '', leveys: '', korkeus: '', paino: '' } as const
  return { id: newId(), tuote: null, tyyppi: 'rullakko', maara: 1, ...sizes, kuvaus: '', varauma: '' }
}

export function blankOrder(laskutus: Billing, newId: NewIds): OrderValues {
  return {
    id: newId(),
    nouto: blankPlace(newId),
    toimitus: blankPlace(newId),
    rows: [blankRow(newId)],
    toivottu_toimitus: 0,
    viite: '',
    viesti: '',
    laskutus,
    hinta: '',
    saved: null,
  }
}

/** "Tilaa ja tee uusi": the next order starts from the same pickup and is billed alike. */
export function nextOrder(done: OrderValues, newId: NewIds): OrderValues {
  const { saveAs } = blankPlace(newId)
  return { ...blankOrder(done.laskutus, newId), nouto: { ...done.nouto, save: false, saveAs } }
}

const centimetres = (millimetres: number): Typed => (millimetres === 0 ? '' : millimetres / 10)
const millimetresOf = (typed: Typed): number => Math.round(numberOf(typed) * 10)

export function rowOf(id: string, goods: GoodsRow): GoodsValues {
  return {
    id,
    tuote: goods.tuote,
    tyyppi: goods.tyyppi,
    maara: goods.maara === 0 ? '' : goods.maara,
    pituus: centimetres(goods.pituus),
    leveys: centimetres(goods.leveys),
    korkeus: centimetres(goods.korkeus),
    paino: goods.yksikkopaino === 0 ? '' : goods.yksikkopaino,
    kuvaus: goods.kuvaus,
    varauma: goods.varauma,
  }
}

export function goodsOfRow(row: GoodsValues): GoodsRow {
  return {
    tuote: row.tuote,
    tyyppi: row.tyyppi,
    maara: numberOf(row.maara),
    pituus: millimetresOf(row.pituus),
    leveys: millimetresOf(row.leveys),
    korkeus: millimetresOf(row.korkeus),
    yksikkopaino: numberOf(row.paino),
    kuvaus: row.kuvaus.trim(),
    varauma: row.varauma,
  }
}

function placeOf(end: End, shared: SharedGoods, newId: NewIds): PlaceValues {
  const place = blankPlace(newId)
  for (const key of addressKeys) place[key] = shared[addressField(end, key)]
  for (const key of contactKeys) place[key] = shared[contactField(end, key)]
  return { ...place, osoite: shared[`${end}_osoite`], yhteyshenkilo: shared[`${end}_yhteyshenkilo`] }
}

/** The wished day; what is none yet counts as nothing. */
export const dayOrNone = (typed: Typed): number => (typeof typed === 'number' ? typed : 0)

/** What the form says of all its shipments together. */
export function sharedOf(values: OrderContent): SharedGoods {
  const { nouto, toimitus } = values
  const text = (place: Place, key: AddressKey | ContactKey): string => place[key].trim()
  return {
    nouto_nimi: text(nouto, 'nimi'),
    nouto_osoite1: text(nouto, 'osoite1'),
    nouto_osoite2: text(nouto, 'osoite2'),
    nouto_postinro: text(nouto, 'postinro'),
    nouto_postitmp: text(nouto, 'postitmp'),
    nouto_maa: text(nouto, 'maa'),
    nouto_yhteyshenkilo_etunimi: text(nouto, 'etunimi'),
    nouto_yhteyshenkilo_sukunimi: text(nouto, 'sukunimi'),
    nouto_yhteyshenkilo_puhelin: text(nouto, 'puhelin'),
    nouto_yhteyshenkilo_email: text(nouto, 'email'),
    nouto_osoite: nouto.osoite,
    nouto_yhteyshenkilo: nouto.yhteyshenkilo,
    toimitus_nimi: text(toimitus, 'nimi'),
    toimitus_osoite1: text(toimitus, 'osoite1'),
    toimitus_osoite2: text(toimitus, 'osoite2'),
    toimitus_postinro: text(toimitus, 'postinro'),
    toimitus_postitmp: text(toimitus, 'postitmp'),
    toimitus_maa: text(toimitus, 'maa'),
    toimitus_yhteyshenkilo_etunimi: text(toimitus, 'etunimi'),
    toimitus_yhteyshenkilo_sukunimi: text(toimitus, 'sukunimi'),
    toimitus_yhteyshenkilo_puhelin: text(toimitus, 'puhelin'),
    toimitus_yhteyshenkilo_email: text(toimitus, 'email'),
    toimitus_osoite: toimitus.osoite,
    toimitus_yhteyshenkilo: toimitus.yhteyshenkilo,
    viesti: values.viesti.trim(),
    viite: values.viite.trim(),
    toivottu_toimitus: dayOrNone(values.toivottu_toimitus),
  }
}

type ReadOrder = Pick<Tilaus, 'id' | 'vid' | 'hinta' | 'laskutus_viesti' | keyof BillingFields>
type ReadShipment = SavedShipment & Pick<Lahetys, 'tila'>

const isLive = ({ tila }: Pick<Lahetys, 'tila'>): boolean => tila !== 'peruutettu'

/**
 * A saved order as its form. Cancelled shipments stand outside the form: they are shown with their state, and neither
 * their goods nor their count follow what is typed.
 */
export function valuesOf(order: ReadOrder, shipments: readonly ReadShipment[], newId: NewIds): OrderValues {
  const lines = [...shipments]
    .filter(isLive)
    .sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)
    .map((shipment) => pick(shipment, ['id', 'vid', 'drupal_internal__id', ...sharedFields, ...goodsFields]))
  const laskutus = { ...pick(order, billingFields), laskutus_viesti: order.laskutus_viesti }
  const blank = blankOrder(laskutus, newId)
  const [first] = lines
  return {
    ...blank,
    id: order.id,
    ...(first
      ? {
          nouto: placeOf('nouto', first, newId),
          toimitus: placeOf('toimitus', first, newId),
          viite: first.viite,
          viesti: first.viesti,
          toivottu_toimitus: first.toivottu_toimitus,
        }
      : {}),
    rows: lines.map((line) => rowOf(line.id, line)),
    hinta: order.hinta === 0 ? '' : order.hinta,
    saved: { vid: order.vid, hinta: order.hinta, laskutus, lines },
  }
}

/** What is compared in a conflict: the ids that a saved address would get say nothing to anybody. */
export function contentOf({ id: _, saved: __, ...content }: OrderValues): OrderContent {
  const still = { osoite: '', yhteyshenkilo: '' }
  return { ...content, nouto: { ...content.nouto, saveAs: still }, toimitus: { ...content.toimitus, saveAs: still } }
}

export type Totals = { pieces: number; kilos: number }

export function totalsOf(rows: readonly Pick<GoodsValues, 'maara' | 'paino'>[]): Totals {
  const pieces = rows.reduce((sum, row) => sum + numberOf(row.maara), 0)
  const hundredths = rows.reduce((sum, row) => sum + Math.round(numberOf(row.maara) * numberOf(row.paino) * 100), 0)
  return { pieces, kilos: hundredths / 100 }
}
