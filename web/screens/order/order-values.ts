import type { Tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { type JobRow, jobFields, jobSharedFields, type SavedJob, type SharedWork } from '#domain/entities/hourly/hourly.form.ts'
import type { BillingFields } from '#domain/entities/order/order.billing.ts'
import { billingFields } from '#domain/entities/order/order.billing.ts'
import type { Tilaus } from '#domain/entities/order/order.entity.ts'
import { dispatcherFields, type FormShipment, type GoodsRow, pick, type SavedShipment } from '#domain/entities/order/order.rows.ts'
import type { Lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { anyTime, timeWindowKeys } from '#domain/entities/shipment/shipment.times.ts'
import type { End } from '#domain/values/place/place.ts'
import { numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import { blankPlace, deliveryOf, distinctPlaces, type PlaceValues, pickupOf, placeOf } from './places/place-values.ts'
import { dayOrNone, type Noted, nothingOwn, type OwnNotes, ownNotes, type TypedWindows, windowsOf } from './timing/order-notes.ts'

/** A goods row as typed: sizes in centimetres, weight in kilograms per piece. `id` is its shipment's. */
export type GoodsValues = Pick<Lahetys, 'id' | 'tuote' | 'tyyppi' | 'kuvaus' | 'varauma'> & {
  maara: TypedNumber
  pituus: TypedNumber
  leveys: TypedNumber
  korkeus: TypedNumber
  paino: TypedNumber
  /** Minutes at a stop, which a dispatcher may set; '' for the usual time. Missing in drafts of older versions. */
  palveluaika?: TypedNumber
  /** The keys of its pickup and delivery places. */
  nouto: string
  toimitus: string
  own: OwnNotes
}

/** Extra work as typed: `amount` is hours, kilometres or pieces, by its kind. `id` is its hourly job's. */
export type JobValues = Pick<Tuntituote, 'id' | 'tuntituote_tyyppi' | 'tyyppi' | 'selite'> & {
  amount: TypedNumber
  /** The amounts as stored: those of the other kinds are kept while the kind does not change. */
  read: Pick<Tuntituote, 'tyyppi' | 'aika' | 'matka' | 'maara'> | null
  /** For a copy: the terms of the original's price, kept while the work is the same. */
  terms: Pick<Tuntituote, 'minimilaskutus' | 'tuntituote_instanssi'> | null
  /** The key of the pickup place where it is done. */
  nouto: string
  own: OwnNotes
}

export type Billing = BillingFields & Pick<Tilaus, 'laskutus_viesti'>

/**
 * The order as it was read, which a save is compared with. It is part of the draft, so that an old draft never overwrites newer data.
 * `hinta` is the price that was typed, `laskettu` the calculated one; the other one is 0.
 */
export type SavedOrder = {
  saa_jattaa: Tilaus['saa_jattaa']
  vid: number
  created: number
  hinta: number
  laskettu: number
  laskutus: Billing
  lines: SavedShipment[]
  jobs: SavedJob[]
}

/** Each place of the order once, at least one pickup and one delivery. Rows refer to places by key. */
export type PlaceLists = Record<End, PlaceValues[]>
/** The content of an order that people type. */
export type OrderContent = PlaceLists & {
  rows: GoodsValues[]
  jobs: JobValues[]
  toivottu_toimitus: TypedNumber
  ajat: TypedWindows
  /** Unix seconds; 0 for none. Only dispatchers set it. */
  luvattu_aika: TypedNumber
  viite: string
  viesti: string
  laskutus: Billing
  /** Typed by an administrator; '' to use the price list. */
  hinta: TypedNumber
}
export type OrderValues = OrderContent & {
  id: string
  saved: SavedOrder | null
  /** Whether to mail the tracking link to the consignees when the order is created. */
  seurantalinkki: boolean
  /** Whether the goods may be left without a signature. */
  saa_jattaa: Tilaus['saa_jattaa']
  /** The driver of all lines of a new order, which an administrator may choose; missing in drafts of older versions. */
  kuljettaja?: string | null
}

type NewIds = () => string

export function blankRow(newId: NewIds, { nouto, toimitus }: Pick<GoodsValues, End>): GoodsValues {
  const sizes = { pituus: '', leveys: '', korkeus: '', paino: '' } as const
  return { id: newId(), tuote: null, tyyppi: 'rullakko', maara: 1, ...sizes, kuvaus: '', varauma: '', nouto, toimitus, own: nothingOwn }
}

export function blankJob(newId: NewIds, nouto: string): JobValues {
  return { id: newId(), tuntituote_tyyppi: null, tyyppi: 'aika', selite: '', amount: '', read: null, terms: null, nouto, own: nothingOwn }
}

export function blankOrder(laskutus: Billing, newId: NewIds): OrderValues {
  const [nouto, toimitus] = [blankPlace(newId), blankPlace(newId)]
  return {
    id: newId(),
    nouto: [nouto],
    toimitus: [toimitus],
    rows: [blankRow(newId, { nouto: nouto.key, toimitus: toimitus.key })],
    jobs: [],
    toivottu_toimitus: 0,
    ajat: anyTime,
    luvattu_aika: 0,
    viite: '',
    viesti: '',
    laskutus,
    hinta: '',
    saved: null,
    seurantalinkki: false,
    saa_jattaa: 'oletus',
  }
}

/** "Tilaa ja tee uusi": the next order starts with the same pickup and billing. */
export function nextOrder(done: OrderValues, newId: NewIds): OrderValues {
  const next = blankOrder(done.laskutus, newId)
  const [blank] = next.nouto
  const [pickup] = done.nouto
  if (!blank || !pickup) return next
  // What was just saved is not offered for saving again.
  const osoite = pickup.save ? pickup.saveAs.osoite : pickup.osoite
  return { ...next, nouto: [{ ...pickup, osoite, save: false, key: blank.key, saveAs: blank.saveAs }] }
}

const centimetres = (millimetres: number): TypedNumber => (millimetres === 0 ? '' : millimetres / 10)
const millimetresOf = (typed: TypedNumber): number => Math.round(numberOf(typed) * 10)

/** The goods of a row as typed. */
export const typedGoods = (goods: GoodsRow) => ({
  tuote: goods.tuote,
  tyyppi: goods.tyyppi,
  maara: goods.maara === 0 ? ('' as const) : goods.maara,
  pituus: centimetres(goods.pituus),
  leveys: centimetres(goods.leveys),
  korkeus: centimetres(goods.korkeus),
  paino: goods.yksikkopaino === 0 ? ('' as const) : goods.yksikkopaino,
  kuvaus: goods.kuvaus,
  varauma: goods.varauma,
})

/** The minutes at a stop as typed. */
export const typedMinutes = ({ palveluaika }: Pick<Lahetys, 'palveluaika'>): TypedNumber => (palveluaika === 0 ? '' : palveluaika)

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

/** Minutes are shown as hours with two decimals, precise enough to tell minutes apart. */
export function typedJob(job: JobRow): Omit<JobValues, 'id' | 'terms' | 'nouto' | 'own'> {
  const { tuntituote_tyyppi, tyyppi, selite } = job
  const amount = tyyppi === 'aika' ? Math.round((job.aika / minutesOfHour) * 100) / 100 : job[tyyppi]
  return { tuntituote_tyyppi, tyyppi, selite, amount: amount === 0 ? '' : amount, read: pick(job, ['tyyppi', 'aika', 'matka', 'maara']) }
}

const noAmounts = { aika: 0, matka: 0, maara: 0 }

export function jobRowOf({ tuntituote_tyyppi, tyyppi, selite, amount, read }: Omit<JobValues, 'id' | 'terms' | 'nouto' | 'own'>): JobRow {
  const number = numberOf(amount)
  const others = read?.tyyppi === tyyppi ? pick(read, ['aika', 'matka', 'maara']) : noAmounts
  const amounts = { ...others, [tyyppi]: tyyppi === 'aika' ? Math.round(number * minutesOfHour) : number }
  return { tuntituote_tyyppi, tyyppi, selite: selite.trim(), ...amounts }
}

/** Whether the order is delivered anywhere: one of hourly jobs alone is not. */
export const delivers = ({ rows }: Pick<OrderContent, 'rows'>): boolean => rows.length > 0

/** The distinct mail addresses of the consignees, who can be sent the tracking link when the order is created. */
export function consigneeMails(values: Pick<OrderValues, 'saved' | 'rows' | 'toimitus'>): string[] {
  if (values.saved) return []
  const named = values.toimitus.filter(({ key }) => values.rows.some(({ toimitus }) => toimitus === key))
  return [...new Set(named.map(({ email }) => email.trim()).filter((email) => email !== ''))]
}

/** The place with a key. The form contains the place of every row and job. */
export function placeWith(places: readonly PlaceValues[], key: string): PlaceValues {
  const found = places.find((place) => place.key === key)
  if (!found) throw new Error(`The form has no place ${key}`)
  return found
}

/** The shipment of a row of the form. */
export function shipmentOf(values: OrderContent, row: GoodsValues): FormShipment & { id: string } {
  const { own } = row
  return {
    id: row.id,
    ...pickupOf(placeWith(values.nouto, row.nouto)),
    ...deliveryOf(placeWith(values.toimitus, row.toimitus)),
    viesti: (own.viesti ?? values.viesti).trim(),
    viite: (own.viite ?? values.viite).trim(),
    toivottu_toimitus: dayOrNone(own.toivottu_toimitus ?? values.toivottu_toimitus),
    ...windowsOf(values, own),
    luvattu_aika: dayOrNone(own.luvattu_aika ?? values.luvattu_aika),
    ...goodsOfRow(row),
    palveluaika: numberOf(row.palveluaika ?? ''),
  }
}

/** The hourly job of extra work on the form. */
export function workOf(values: OrderContent, job: JobValues): SharedWork & JobRow & { id: string } {
  const { own } = job
  return {
    id: job.id,
    ...pickupOf(placeWith(values.nouto, job.nouto)),
    viesti: (own.viesti ?? values.viesti).trim(),
    viite: (own.viite ?? values.viite).trim(),
    toimituspaiva: dayOrNone(own.toivottu_toimitus ?? values.toivottu_toimitus),
    ...jobRowOf(job),
  }
}

type ReadOrder = Pick<Tilaus, 'id' | 'vid' | 'created' | 'hinta' | 'hinta_kasin' | 'laskutus_viesti' | keyof BillingFields> &
  Partial<Pick<Tilaus, 'saa_jattaa'>>
type ReadShipment = SavedShipment & Pick<Lahetys, 'tila'>
type ReadJob = SavedJob & Pick<Tuntituote, 'tila'>

const isLive = ({ tila }: { tila: string }): boolean => tila !== 'peruutettu'

/** The lines on the form, in the order in which they were created. */
const onForm = <L extends { tila: string; drupal_internal__id: number }>(lines: readonly L[]): L[] =>
  lines.filter(isLive).sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)

const savedKeys = ['id', 'vid', 'drupal_internal__id'] as const

const notesOfJob = (job: SharedWork): Noted => ({ viite: job.viite, viesti: job.viesti, toivottu_toimitus: job.toimituspaiva })

/**
 * The form of a saved order. Cancelled lines are not on the form: they are shown with their state, and their content
 * and their number do not follow the edits.
 */
export function valuesOf(order: ReadOrder, shipments: readonly ReadShipment[], hourly: readonly ReadJob[], newId: NewIds): OrderValues {
  const lines = onForm(shipments).map((shipment) => pick(shipment, [...savedKeys, ...dispatcherFields]))
  const jobs = onForm(hourly).map((job) => pick(job, [...savedKeys, ...jobSharedFields, ...jobFields]))
  const laskutus = { ...pick(order, billingFields), laskutus_viesti: order.laskutus_viesti }
  const [first] = lines
  const [job] = jobs
  const ajat: TypedWindows = first ? pick(first, timeWindowKeys) : anyTime
  const shared = {
    ...(first ?? (job ? notesOfJob(job) : { viite: '', viesti: '', toivottu_toimitus: 0 })),
    ajat,
    luvattu_aika: first?.luvattu_aika ?? 0,
  }
  const typedPrice = order.hinta_kasin ? order.hinta : 0
  const blank = blankOrder(laskutus, newId)
  const listed = (end: End) => (end === 'nouto' ? [...lines, ...jobs] : lines).map((line) => ({ id: line.id, place: placeOf(end, line) }))
  const distinct = (end: End) => distinctPlaces(listed(end), (place, key) => ({ ...blankPlace(newId), ...place, key }))
  const [nouto, toimitus] = [distinct('nouto'), distinct('toimitus')]
  const { saa_jattaa = 'oletus' } = order
  return {
    ...blank,
    id: order.id,
    saa_jattaa,
    nouto: nouto.places.length > 0 ? nouto.places : blank.nouto,
    toimitus: toimitus.places.length > 0 ? toimitus.places : blank.toimitus,
    viite: shared.viite,
    viesti: shared.viesti,
    toivottu_toimitus: shared.toivottu_toimitus,
    ajat,
    luvattu_aika: shared.luvattu_aika,
    rows: lines.map((line) => ({
      id: line.id,
      ...typedGoods(line),
      palveluaika: typedMinutes(line),
      nouto: nouto.keys.get(line.id) ?? '',
      toimitus: toimitus.keys.get(line.id) ?? '',
      own: ownNotes(line, shared),
    })),
    jobs: jobs.map((saved) => ({
      id: saved.id,
      ...typedJob(saved),
      terms: null,
      nouto: nouto.keys.get(saved.id) ?? '',
      own: ownNotes(notesOfJob(saved), shared),
    })),
    hinta: typedPrice === 0 ? '' : typedPrice,
    saved: {
      vid: order.vid,
      created: order.created,
      hinta: typedPrice,
      laskettu: order.hinta - typedPrice,
      saa_jattaa,
      laskutus,
      lines,
      jobs,
    },
  }
}

export type Totals = { pieces: number; kilos: number }

export function totalsOf(rows: readonly Pick<GoodsValues, 'maara' | 'paino'>[]): Totals {
  // A negative number is rejected at its field; the sums count it as zero.
  const amount = (text: GoodsValues['maara']): number => Math.max(0, numberOf(text))
  const pieces = rows.reduce((sum, row) => sum + amount(row.maara), 0)
  const hundredths = rows.reduce((sum, row) => sum + Math.round(amount(row.maara) * Math.max(0, numberOf(row.paino)) * 100), 0)
  return { pieces, kilos: hundredths / 100 }
}
