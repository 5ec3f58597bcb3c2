import { type hourlyKinds, tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { jobFields } from '#domain/entities/hourly/hourly.form.ts'
import { tilaus } from '#domain/entities/order/order.entity.ts'
import { lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { missingSizes, requiredPlaceTexts, type StrictContext } from '#domain/entities/shipment/shipment.strict.ts'
import { type TimeWindowKey, type TimeWindows, timeWindowKeys, windowFaults } from '#domain/entities/shipment/shipment.times.ts'
import { parseField } from '#domain/model/validation.ts'
import { postalCodeFault } from '#domain/values/checks.ts'
import {
  type Dimension,
  limitFault,
  limitOf,
  type ProductType,
  productTypes,
  showDimension,
  sizeDecimals,
  storedSize,
} from '#domain/values/limits.ts'
import { parseEuros } from '#domain/values/money.ts'
import { type End, ends } from '#domain/values/place/place.ts'
import { newWishedDayFault } from '#domain/values/time/time.ts'
import { dayFault } from '#web/kit/form/date-field.tsx'
import { momentFault } from '#web/kit/form/moment/typed-moment.ts'
import { numberFault, numberOf, type TypedNumber } from '#web/kit/form/typed-number.ts'
import {
  delivers,
  type GoodsValues,
  type JobValues,
  jobRowOf,
  type OrderContent,
  type OrderValues,
  type PlaceLists,
} from './order-values.ts'
import { linesAt } from './places/order-places.ts'
import { fieldOfPlace, type Place } from './places/place-values.ts'
import { knownWindows, type OwnNotes, type TypedWindows } from './timing/order-notes.ts'

const checked = ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp', 'maa', 'etunimi', 'sukunimi', 'puhelin', 'email'] as const

export const placeLabels: Record<(typeof checked)[number], string> = {
  nimi: 'Nimi',
  osoite1: 'Osoite',
  osoite2: 'Osoitteen lisärivi',
  postinro: 'Postinumero',
  postitmp: 'Paikkakunta',
  maa: 'Maa',
  etunimi: 'Etunimi',
  sukunimi: 'Sukunimi',
  puhelin: 'Puhelin',
  email: 'Sähköposti',
}
export const goodsLabels = {
  tuote: 'Tuote',
  maara: 'Kpl',
  pituus: 'Pituus cm',
  leveys: 'Leveys cm',
  korkeus: 'Korkeus cm',
  paino: 'Paino kg',
  tyyppi: 'Tavaralaji',
  kuvaus: 'Kuvaus',
  varauma: 'Varaus',
  palveluaika: lahetys.fields.palveluaika.label,
} as const
export const jobLabels = { tuntituote_tyyppi: 'Työ', tyyppi: 'Laskutusperuste', amount: 'Määrä', selite: 'Mitä tehdään' } as const
/** The unit of an estimate, by how the work is charged. */
export const amountLabels: Record<keyof typeof hourlyKinds, string> = { aika: 'Tunnit', matka: 'Kilometrit', maara: 'Kappaleet' }
export const amountDecimals = 2
export const endLabels: Record<End, string> = { nouto: 'Nouto', toimitus: 'Toimitus' }

export const noteLabels: Record<keyof OwnNotes, string> = {
  toivottu_toimitus: 'Toivottu toimitus',
  ajat: 'Kellonajat',
  luvattu_aika: lahetys.fields.luvattu_aika.label,
  viite: 'Viite',
  viesti: 'Viesti kuljettajalle',
}

/** The name of a place: `Toimitus`, or `Toimitus 2` where there are several. */
export const placeName = (values: PlaceLists, end: End, position: number): string =>
  values[end].length > 1 ? `${endLabels[end]} ${position + 1}` : endLabels[end]

const windowLabel = (key: string): string => lahetys.fields[timeWindowKeys.find((known) => known === key) ?? 'nouto_aika_alku'].label

/** The label of the field at a path of the form. */
export function labelOf(values: OrderContent, path: string): string {
  const [head = '', second = '', third = '', fourth = ''] = path.split('.')
  const named = (labels: Readonly<Record<string, string>>, key: string) => labels[key] ?? key
  const at = Number(second)
  if (head === 'nouto' || head === 'toimitus') return `${placeName(values, head, at)}, ${named(placeLabels, third).toLowerCase()}`
  if (head === 'rows' && second === '') return 'Tavarat'
  if (head === 'rows') return `Tavararivi ${at + 1}, ${named({ ...goodsLabels, ...noteLabels }, fourth || third).toLowerCase()}`
  if (head === 'jobs') return `Lisätyö ${at + 1}, ${named({ ...jobLabels, ...noteLabels }, fourth || third).toLowerCase()}`
  if (head === 'laskutus') return 'Laskutus'
  if (head === 'ajat') return windowLabel(second)
  return named({ ...noteLabels, hinta: 'Hinta', seurantalinkki: 'Seurantalinkki' }, head)
}

const neededTexts = ['nimi', 'osoite1', 'postinro', 'postitmp'] as const satisfies readonly (keyof typeof requiredPlaceTexts)[]

/** Whether a required part of the address is missing. */
export const isUnfinished = (place: Place): boolean => neededTexts.some((key) => place[key].trim() === '')

/** An unchanged stored text is not checked again: the rules may have become stricter since. */
function placeFaults(end: End, position: number, { nouto, toimitus, rows, jobs, saved }: OrderValues): Record<string, string> {
  const path = `${end}.${position}`
  const place = { nouto, toimitus }[end][position]
  if (!place) return {}
  const named = linesAt({ nouto, toimitus, rows, jobs }, end, place.key)
  const stored = (saved?.lines ?? []).filter(({ id }) => named.has(id))
  const faults: Record<string, string> = {}
  for (const key of checked) {
    const text = place[key].trim()
    const needed = key in requiredPlaceTexts ? requiredPlaceTexts[key as keyof typeof requiredPlaceTexts] : null
    const parsed = parseField(lahetys.fields[fieldOfPlace(end, key)], text)
    const isStored = stored.some((line) => line[fieldOfPlace(end, key)] === text)
    const fault = text === '' ? needed : 'fault' in parsed && !isStored ? parsed.fault : null
    if (fault) faults[`${path}.${key}`] = fault
  }
  const code = postalCodeFault(place.postinro.trim(), place.maa)
  if (code) faults[`${path}.postinro`] = code
  return faults
}

const sizes = ['maara', 'pituus', 'leveys', 'korkeus', 'paino'] as const satisfies readonly Dimension[]
export type Size = (typeof sizes)[number]
/** The fault of a size; null when there is none. An empty field is a fault only when the whole row is checked. */
export function sizeFault(size: Size, typed: TypedNumber, type: ProductType): string | null {
  if (typed === '') return null
  return numberFault(typed, sizeDecimals[size]) ?? limitFault(size, storedSize(size, numberOf(typed)), type, 'strict')
}

function rowFaults(row: GoodsValues, position: number): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const size of sizes) {
    const fault = row[size] === '' ? missingSizes[size] : sizeFault(size, row[size], row.tyyppi)
    if (fault) faults[`rows.${position}.${size}`] = fault
  }
  const kuvaus = parseField(lahetys.fields.kuvaus, row.kuvaus)
  if ('fault' in kuvaus) faults[`rows.${position}.kuvaus`] = kuvaus.fault
  const { palveluaika = '' } = row
  const minutes = parseField(lahetys.fields.palveluaika, numberOf(palveluaika))
  const minutesFault = numberFault(palveluaika, 0) ?? ('fault' in minutes ? minutes.fault : null)
  if (minutesFault) faults[`rows.${position}.palveluaika`] = minutesFault
  return faults
}

/** Unchanged stored work is not checked again: the API requires less of it than the form. */
function jobFaults(job: JobValues, position: number, { saved }: OrderValues): Record<string, string> {
  const row = jobRowOf(job)
  const before = saved?.jobs.find(({ id }) => id === job.id)
  if (before && jobFields.every((field) => before[field] === row[field])) return {}
  const amount = parseField(tuntituote.fields[job.tyyppi], row[job.tyyppi])
  const selite = parseField(tuntituote.fields.selite, job.selite)
  const faults = {
    tuntituote_tyyppi: job.tuntituote_tyyppi === null ? 'Valitse työ.' : null,
    amount:
      numberFault(job.amount, amountDecimals) ??
      ('fault' in amount ? amount.fault : numberOf(job.amount) === 0 ? 'Kirjoita arvio määrästä.' : null),
    selite: 'fault' in selite ? selite.fault : null,
  }
  return Object.fromEntries(Object.entries(faults).flatMap(([field, fault]) => (fault ? [[`jobs.${position}.${field}`, fault]] : [])))
}

/** The limits of a kind of goods as one line, shown before they are exceeded. */
export function limitHint(type: ProductType): string {
  const max = (dimension: Dimension) => limitOf(dimension, type, 'strict').max
  const cm = (dimension: Dimension) => showDimension(dimension, max(dimension)).replace(/\s*cm$/, '')
  const [length, width, height] = [cm('pituus'), cm('leveys'), cm('korkeus')]
  return `${productTypes[type]}: enintään ${length} × ${width} × ${height} cm ja ${showDimension('paino', max('paino'))}\u00a0/\u00a0kpl.`
}

/** A day that was saved before stays valid, even in the past. */
function wishedDayFault(wishedDay: TypedNumber, before: number, { now, mayBePast }: StrictContext): string | null {
  if (typeof wishedDay === 'string') return dayFault(wishedDay)
  return wishedDay === before ? null : newWishedDayFault(wishedDay, now, mayBePast)
}

/** Windows that are stored already are not checked again. */
function windowsFaults(typed: TypedWindows, before: Partial<TimeWindows>, { now, mayBePast }: StrictContext): Record<string, string> {
  const changed = timeWindowKeys.filter((key) => typed[key] !== (before[key] ?? 0))
  if (changed.length === 0) return {}
  const isPast = (key: TimeWindowKey): boolean => {
    const value = typed[key]
    return !mayBePast && key.endsWith('loppu') && typeof value === 'number' && value !== 0 && value < now
  }
  const ofKeys = changed.flatMap((key) => {
    const fault = momentFault(typed[key]) ?? (isPast(key) ? 'Aika on jo mennyt.' : null)
    return fault ? [[key, fault]] : []
  })
  const ofAll = windowFaults(knownWindows(typed), now).map(({ field, detail }) => [field, detail])
  return Object.fromEntries([...ofAll, ...ofKeys])
}

const under = (path: string, faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`${path}.${field}`, fault]))

/** Faults of a line's own notes by field; a null note follows the order. */
function noteFaults(own: OwnNotes, before: StoredNotes, context: StrictContext): Record<string, string> {
  const faults: Record<string, string> = {}
  const fault = own.toivottu_toimitus === null ? null : wishedDayFault(own.toivottu_toimitus, before.day, context)
  if (fault) faults.toivottu_toimitus = fault
  const promise = momentFault(own.luvattu_aika ?? 0)
  if (promise) faults.luvattu_aika = promise
  if (own.ajat) Object.assign(faults, under('ajat', windowsFaults(own.ajat, before.windows ?? {}, context)))
  for (const field of ['viite', 'viesti'] as const) {
    const parsed = parseField(lahetys.fields[field], own[field] ?? '')
    if ('fault' in parsed) faults[field] = parsed.fault
  }
  return faults
}

/** The wished day and the windows that a line was stored with. */
type StoredNotes = { day: number; windows?: Partial<TimeWindows> }

/** All faults of the form by field. */
export function orderFaults(values: OrderValues, context: StrictContext): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const end of ends) {
    if (end === 'toimitus' && !delivers(values)) continue
    values[end].forEach((_, position) => {
      Object.assign(faults, placeFaults(end, position, values))
    })
  }
  values.rows.forEach((row, position) => {
    const before = values.saved?.lines.find(({ id }) => id === row.id)
    const stored = { day: before?.toivottu_toimitus ?? 0, windows: before ?? {} }
    Object.assign(faults, rowFaults(row, position), under(`rows.${position}.own`, noteFaults(row.own, stored, context)))
  })
  values.jobs.forEach((job, position) => {
    const day = values.saved?.jobs.find(({ id }) => id === job.id)?.toimituspaiva ?? 0
    Object.assign(faults, jobFaults(job, position, values), under(`jobs.${position}.own`, noteFaults(job.own, { day }, context)))
  })
  const {
    lines: [line],
    jobs: [job],
  } = values.saved ?? { lines: [], jobs: [] }
  const fault = wishedDayFault(values.toivottu_toimitus, line?.toivottu_toimitus ?? job?.toimituspaiva ?? 0, context)
  if (fault) faults.toivottu_toimitus = fault
  Object.assign(faults, under('ajat', windowsFaults(values.ajat, line ?? {}, context)))
  const promise = momentFault(values.luvattu_aika)
  if (promise) faults.luvattu_aika = promise
  for (const field of ['viite', 'viesti'] as const) {
    const parsed = parseField(lahetys.fields[field], values[field])
    if ('fault' in parsed) faults[field] = parsed.fault
  }
  for (const [key, text] of Object.entries(values.laskutus)) {
    const parsed = parseField(tilaus.fields[key as keyof typeof values.laskutus], text)
    if ('fault' in parsed) faults[`laskutus.${key}`] = parsed.fault
  }
  const code = postalCodeFault(values.laskutus.laskutus_postinro.trim(), values.laskutus.laskutus_maa)
  if (code) faults['laskutus.laskutus_postinro'] = code
  const price = parseEuros(String(values.hinta || 0))
  if ('fault' in price) faults.hinta = price.fault
  return faults
}
