import type { Tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import type { BillingFields } from '#domain/entities/order/order.billing.ts'
import { billingFields } from '#domain/entities/order/order.billing.ts'
import type { Tilaus } from '#domain/entities/order/order.entity.ts'
import { type JobRow, jobFields, jobSharedFields, type SavedJob, type SharedWork, workOf } from '#domain/entities/order/order.jobs.ts'
import { type GoodsRow, goodsFields, pick, type SavedShipment, type SharedGoods, sharedFields } from '#domain/entities/order/order.rows.ts'
import type { Lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { type End, ends } from '#domain/values/place.ts'
import { numberOf, type Typed } from '../../kit/typed.ts'

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

/** Extra work as it is typed: `amount` is hours, kilometres or pieces, by its kind. `id` is its hourly job's. */
export type JobValues = Pick<Tuntituote, 'id' | 'tuntituote_tyyppi' | 'tyyppi' | 'selite'> & {
  amount: Typed
  /** Of a copy: what the old one's price was agreed on, as long as the work is the same. */
  terms: Pick<Tuntituote, 'minimilaskutus' | 'tuntituote_instanssi'> | null
}

export type Billing = BillingFields & Pick<Tilaus, 'laskutus_viesti'>

/**
 * The order as it was read: what a save compares with. It stays in the draft, so that an old draft never overwrites newer data. `hinta` is the price
 * that was typed, `laskettu` the one that the house has given; the other one is 0.
 */
export type SavedOrder = {
  vid: number
  created: number
  hinta: number
  laskettu: number
  laskutus: Billing
  lines: SavedShipment[]
  jobs: SavedJob[]
}

/** What of the form somebody else may change meanwhile, and the conflict dialog compares. */
export type OrderContent = {
  nouto: PlaceValues
  toimitus: PlaceValues
  rows: GoodsValues[]
  jobs: JobValues[]
  toivottu_toimitus: Typed
  viite: string
  viesti: string
  laskutus: Billing
  /** Typed by an administrator; '' leaves it to the price list. */
  hinta: Typed
}
export type OrderValues = OrderContent & {
  id: string
  saved: SavedOrder | null
  /** The consignee is to be mailed the tracking link, when the order is made. */
  seurantalinkki: boolean
}

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

const noContact = { etunimi: '', sukunimi: '', puhelin: '', email: '' }
export const blankTexts = { nimi: '', osoite1: '', osoite2: '', postinro: '', postitmp: '', maa: 'FI', ...noContact }

export function blankPlace(newId: NewIds): PlaceValues {
  return { ...blankTexts, osoite: null, yhteyshenkilo: null, save: false, saveAs: { osoite: newId(), yhteyshenkilo: newId() } }
}

export const isBlankPlace = (place: Place): boolean => placeTexts.every((key) => key === 'maa' || place[key].trim() === '')

export function blankRow(newId: NewIds): GoodsValues {
  const sizes = { pituus: '', leveys: '', korkeus: '', paino: '' } as const
  return { id: newId(), tuote: null, tyyppi: 'rullakko', maara: 1, ...sizes, kuvaus: '', varauma: '' }
}

export function blankJob(newId: NewIds): JobValues {
  return { id: newId(), tuntituote_tyyppi: null, tyyppi: 'aika', selite: '', amount: '', terms: null }
}

export function blankOrder(laskutus: Billing, newId: NewIds): OrderValues {
  return {
    id: newId(),
    nouto: blankPlace(newId),
    toimitus: blankPlace(newId),
    rows: [blankRow(newId)],
    jobs: [],
    toivottu_toimitus: 0,
    viite: '',
    viesti: '',
    laskutus,
    hinta: '',
    saved: null,
    seurantalinkki: false,
  }
}

/** "Tilaa ja tee uusi": the next order starts from the same pickup and is billed alike. */
export function nextOrder(done: OrderValues, newId: NewIds): OrderValues {
  const { nouto } = done
  const { saveAs } = blankPlace(newId)
  // What was just saved is not offered to be saved once more.
  const osoite = nouto.save ? nouto.saveAs.osoite : nouto.osoite
  return { ...blankOrder(done.laskutus, newId), nouto: { ...nouto, osoite, save: false, saveAs } }
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

const minutesOfHour = 60

/** Minutes are shown as hours of two decimals, which still tell one minute from another. */
export function jobOf(id: string, job: JobRow): JobValues {
  const { tuntituote_tyyppi, tyyppi, selite } = job
  const amount = tyyppi === 'aika' ? Math.round((job.aika / minutesOfHour) * 100) / 100 : job[tyyppi]
  return { id, tuntituote_tyyppi, tyyppi, selite, amount: amount === 0 ? '' : amount, terms: null }
}

export function jobRowOf({ tuntituote_tyyppi, tyyppi, selite, amount }: JobValues): JobRow {
  const number = numberOf(amount)
  const amounts = { aika: 0, matka: 0, maara: 0, [tyyppi]: tyyppi === 'aika' ? Math.round(number * minutesOfHour) : number }
  return { tuntituote_tyyppi, tyyppi, selite: selite.trim(), ...amounts }
}

/** An order of hourly jobs alone has nowhere to deliver to. */
export const delivers = ({ rows }: Pick<OrderContent, 'rows'>): boolean => rows.length > 0

/** Whether the consignee can be mailed the tracking link: it is wished for when the order is made. */
export const mayBeMailed = (values: Pick<OrderValues, 'saved' | 'rows' | 'toimitus'>): boolean =>
  !values.saved && delivers(values) && values.toimitus.email.trim() !== ''

function placeOf(end: End, shared: Partial<SharedGoods>, newId: NewIds): PlaceValues {
  const place = blankPlace(newId)
  for (const key of addressKeys) place[key] = shared[addressField(end, key)] ?? place[key]
  for (const key of contactKeys) place[key] = shared[contactField(end, key)] ?? place[key]
  return { ...place, osoite: shared[`${end}_osoite`] ?? null, yhteyshenkilo: shared[`${end}_yhteyshenkilo`] ?? null }
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

type ReadOrder = Pick<Tilaus, 'id' | 'vid' | 'created' | 'hinta' | 'hinta_kasin' | 'laskutus_viesti' | keyof BillingFields>
type ReadShipment = SavedShipment & Pick<Lahetys, 'tila'>
type ReadJob = SavedJob & Pick<Tuntituote, 'tila'>

const isLive = ({ tila }: { tila: string }): boolean => tila !== 'peruutettu'

/** The lines that stand on the form, in the order in which they were made. */
const onForm = <L extends { tila: string; drupal_internal__id: number }>(lines: readonly L[]): L[] =>
  lines.filter(isLive).sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)

const savedKeys = ['id', 'vid', 'drupal_internal__id'] as const

/**
 * A saved order as its form. Cancelled lines stand outside the form: they are shown with their state, and neither their
 * content nor their count follow what is typed.
 */
export function valuesOf(order: ReadOrder, shipments: readonly ReadShipment[], hourly: readonly ReadJob[], newId: NewIds): OrderValues {
  const lines = onForm(shipments).map((shipment) => pick(shipment, [...savedKeys, ...sharedFields, ...goodsFields]))
  const jobs = onForm(hourly).map((job) => pick(job, [...savedKeys, ...jobSharedFields, ...jobFields]))
  const laskutus = { ...pick(order, billingFields), laskutus_viesti: order.laskutus_viesti }
  const [first] = lines
  const [job] = jobs
  const shared = first ?? job
  const typedPrice = order.hinta_kasin ? order.hinta : 0
  return {
    ...blankOrder(laskutus, newId),
    id: order.id,
    nouto: placeOf('nouto', shared ?? {}, newId),
    toimitus: placeOf('toimitus', first ?? {}, newId),
    viite: shared?.viite ?? '',
    viesti: shared?.viesti ?? '',
    toivottu_toimitus: first?.toivottu_toimitus ?? job?.toimituspaiva ?? 0,
    rows: lines.map((line) => rowOf(line.id, line)),
    jobs: jobs.map((saved) => jobOf(saved.id, saved)),
    hinta: typedPrice === 0 ? '' : typedPrice,
    saved: { vid: order.vid, created: order.created, hinta: typedPrice, laskettu: order.hinta - typedPrice, laskutus, lines, jobs },
  }
}

/** What the form had for all the hourly jobs when it was read. */
export function shownWork({ lines: [first], jobs: [job] }: SavedOrder): SharedWork | null {
  return first ? workOf(first) : (job ?? null)
}

/** What is compared in a conflict: the ids that a saved address would get, and terms that nobody sees, say nothing to anybody. */
export function contentOf({ id: _, saved: __, seurantalinkki: ___, ...content }: OrderValues): OrderContent {
  const still = { osoite: '', yhteyshenkilo: '' }
  return {
    ...content,
    nouto: { ...content.nouto, saveAs: still },
    toimitus: { ...content.toimitus, saveAs: still },
    jobs: content.jobs.map((job) => ({ ...job, terms: null })),
  }
}

export type Totals = { pieces: number; kilos: number }

export function totalsOf(rows: readonly Pick<GoodsValues, 'maara' | 'paino'>[]): Totals {
  // What is typed below nothing is refused at its field; the sums go on without it.
  const amount = (text: GoodsValues['maara']): number => Math.max(0, numberOf(text))
  const pieces = rows.reduce((sum, row) => sum + amount(row.maara), 0)
  const hundredths = rows.reduce((sum, row) => sum + Math.round(amount(row.maara) * Math.max(0, numberOf(row.paino)) * 100), 0)
  return { pieces, kilos: hundredths / 100 }
}
