/** Sizes are mm, weights kg (rules/values.md#goods-limits). */
export const dimensions = ['pituus', 'leveys', 'korkeus', 'paino', 'maara'] as const
export type Dimension = (typeof dimensions)[number]

export const productTypes = { rullakko: 'Rullakko', paketti: 'Paketti', muu: 'Muu' } as const
export type ProductType = keyof typeof productTypes

/** `default` applies to the API, `strict` to the form and the import (rules/values.md#goods-limits). */
export type LimitMode = 'default' | 'strict'

const general: Record<Dimension, { min: number; max: number; strictMin: number }> = {
  pituus: { min: 0, max: 10_000, strictMin: 1 },
  leveys: { min: 0, max: 10_000, strictMin: 1 },
  korkeus: { min: 0, max: 2350, strictMin: 1 },
  paino: { min: 0, max: 1000, strictMin: 0.01 },
  maara: { min: 0, max: 250, strictMin: 1 },
}
// A type's own limit replaces the general maximum: "muu" may weigh more than the general limit of 1000 kg.
const byType: Record<ProductType, Partial<Record<Dimension, number>>> = {
  rullakko: { paino: 300 },
  paketti: { pituus: 600, leveys: 600, korkeus: 600, paino: 30 },
  muu: { leveys: 2400, pituus: 7500, paino: 1_000_000 },
}

export function limitOf(dimension: Dimension, type: ProductType, mode: LimitMode): { min: number; max: number } {
  const { min, max, strictMin } = general[dimension]
  return { min: mode === 'strict' ? strictMin : min, max: byType[type][dimension] ?? max }
}

const typeGenitive: Record<ProductType, string> = { rullakko: 'Rullakon', paketti: 'Paketin', muu: 'Tavaran' }
const dimensionNames: Record<Dimension, string> = { pituus: 'pituus', leveys: 'leveys', korkeus: 'korkeus', paino: 'paino', maara: 'määrä' }

const finnish = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })

/** Sizes are shown in cm, weights in kg, pieces as numbers (rules/values.md#sizes). */
export function showDimension(dimension: Dimension, value: number): string {
  const shown = dimension === 'paino' || dimension === 'maara' ? value : value / 10
  const unit = dimension === 'paino' ? 'kg' : dimension === 'maara' ? 'kpl' : 'cm'
  return `${finnish.format(shown)} ${unit}`
}

/** The number of decimals that people type in the shown unit: millimetres, ten grams and whole pieces are stored. */
export const sizeDecimals: Readonly<Record<Dimension, number>> = { maara: 0, pituus: 1, leveys: 1, korkeus: 1, paino: 2 }

/** A size in the stored unit, from a number in the shown unit. */
export const storedSize = (dimension: Dimension, shown: number): number =>
  dimension === 'paino' || dimension === 'maara' ? shown : Math.round(shown * 10)

/** A Finnish sentence when the value is beyond its limit, else null. */
export function limitFault(dimension: Dimension, value: number, type: ProductType, mode: LimitMode): string | null {
  const { min, max } = limitOf(dimension, type, mode)
  const name = dimensionNames[dimension]
  if (value > max) return `${typeGenitive[type]} enimmäis${name} on ${showDimension(dimension, max)}.`
  if (value < min) return `${typeGenitive[type]} vähimmäis${name} on ${showDimension(dimension, min)}.`
  return null
}
