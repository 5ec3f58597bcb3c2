import { dayOf } from '#domain/values/time/time.ts'

/** An element's text, its attributes (`@Name`) and children in their order; undefined ones are left out. */
export type Xml = string | undefined | readonly Xml[] | { readonly [name: string]: Xml }
export type XmlElement = { readonly [name: string]: Xml }

const textName = '#text'
const currency = { '@AmountCurrencyIdentifier': 'EUR' }

/** Whole cents as euros with two decimals: `-1234,50`. */
function euros(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

const decimal = (value: number, decimals: { min: number; max: number }): string => {
  const [whole = '0', part = ''] = value.toFixed(decimals.max).split('.')
  const kept = part.replace(/0+$/, '').padEnd(decimals.min, '0')
  return kept === '' ? whole : `${whole},${kept}`
}

export const amount = (cents: number): XmlElement => ({ ...currency, [textName]: euros(cents) })
export const date = (seconds: number): XmlElement => ({ '@Format': 'CCYYMMDD', [textName]: dayOf(seconds).replaceAll('-', '') })
export const percent = (value: number): string => decimal(value, { min: 0, max: 4 })
export const identifier = (value: string, attributes: XmlElement): XmlElement => ({ ...attributes, [textName]: value })

/** Finvoice's own code and that of UN/ECE recommendation 20. */
const units = { kpl: 'C62', h: 'HUR', km: 'KMT' } as const
export type Unit = keyof typeof units

export const quantity = (value: number, unit: Unit): XmlElement => ({
  '@QuantityUnitCode': unit,
  '@QuantityUnitCodeUN': units[unit],
  [textName]: decimal(value, { min: 0, max: 5 }),
})

/** Euros with at most five decimals. */
export const unitPrice = (price: number, unit: Unit): XmlElement => ({
  ...currency,
  '@UnitPriceUnitCode': unit,
  '@QuantityUnitCodeUN': units[unit],
  [textName]: decimal(price, { min: 2, max: 5 }),
})
