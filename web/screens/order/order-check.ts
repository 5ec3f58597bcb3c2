import { tilaus } from '#domain/entities/order/order.entity.ts'
import { missingSizes, requiredPlaceTexts } from '#domain/entities/order/order.strict.ts'
import { lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { parseField } from '#domain/validate.ts'
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
import { newWishFault } from '#domain/values/time.ts'
import { dayFault } from '../../kit/date-field.tsx'
import { numberFault, numberOf, type Typed } from '../../kit/typed.ts'
import { type End, ends, fieldOfPlace, type GoodsValues, type OrderValues, type PlaceValues } from './order-values.ts'

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
} as const
export const endLabels: Record<End, string> = { nouto: 'Nouto', toimitus: 'Toimitus' }

/** What people call the field at a path of the form. */
export function labelOf(path: string): string {
  const [head = '', second = '', third = ''] = path.split('.')
  const named = (labels: Readonly<Record<string, string>>, key: string) => labels[key] ?? key
  if (head === 'nouto' || head === 'toimitus') return `${endLabels[head]}, ${named(placeLabels, second).toLowerCase()}`
  if (head === 'rows') return second === '' ? 'Tavarat' : `Tavararivi ${Number(second) + 1}, ${named(goodsLabels, third).toLowerCase()}`
  if (head === 'laskutus') return 'Laskutus'
  return named({ toivottu_toimitus: 'Toivottu toimitus', viite: 'Viite', viesti: 'Viesti kuljettajalle', hinta: 'Hinta' }, head)
}

function placeFaults(end: End, place: PlaceValues): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const key of checked) {
    const text = place[key].trim()
    const needed = key in requiredPlaceTexts ? requiredPlaceTexts[key as keyof typeof requiredPlaceTexts] : null
    const parsed = parseField(lahetys.fields[fieldOfPlace(end, key)], text)
    const fault = text === '' ? needed : 'fault' in parsed ? parsed.fault : null
    if (fault) faults[`${end}.${key}`] = fault
  }
  const code = postalCodeFault(place.postinro.trim(), place.maa)
  if (code) faults[`${end}.postinro`] = code
  return faults
}

const sizes = ['maara', 'pituus', 'leveys', 'korkeus', 'paino'] as const satisfies readonly Dimension[]
export type Size = (typeof sizes)[number]
/** What is wrong with a size; null when it holds. An empty field is a fault only once the row is checked as a whole. */
export function sizeFault(size: Size, typed: Typed, type: ProductType): string | null {
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
  return faults
}

/** The limits of a kind of goods in a line, said before anybody breaks them. */
export function limitHint(type: ProductType): string {
  const most = (dimension: Dimension) => limitOf(dimension, type, 'strict').max
  const cm = (dimension: Dimension) => showDimension(dimension, most(dimension)).replace(/\s*cm$/, '')
  const [length, width, height] = [cm('pituus'), cm('leveys'), cm('korkeus')]
  return `${productTypes[type]}: enintään ${length} × ${width} × ${height} cm ja ${showDimension('paino', most('paino'))} kappaleelta.`
}

/** A day that was saved before stands, however old it has grown. */
function wishFault(wish: Typed, before: number, now: number): string | null {
  if (typeof wish === 'string') return dayFault(wish)
  return wish === before ? null : newWishFault(wish, now)
}

/** Every fault of the form by its field; `now` says which days are over. */
export function orderFaults(values: OrderValues, now: number): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const end of ends) Object.assign(faults, placeFaults(end, values[end]))
  values.rows.forEach((row, position) => {
    Object.assign(faults, rowFaults(row, position))
  })
  const wish = wishFault(values.toivottu_toimitus, values.saved?.lines[0]?.toivottu_toimitus ?? 0, now)
  if (wish) faults.toivottu_toimitus = wish
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
