/** Formats numbers and dates for Finnish documents. Times are in Europe/Helsinki. */

const dateFormat = new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki', day: 'numeric', month: 'numeric', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('fi-FI', { timeZone: 'Europe/Helsinki', hour: 'numeric', minute: '2-digit' })
const weightFormats = [0, 1, 2].map(
  (decimals) => new Intl.NumberFormat('fi-FI', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)
const volumeFormat = new Intl.NumberFormat('fi-FI', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const sizeFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 1, useGrouping: false })
const countFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 0 })

export const dateText = (seconds: number): string => dateFormat.format(seconds * 1000)
export const momentText = (seconds: number): string => `${dateText(seconds)} klo ${timeFormat.format(seconds * 1000)}`
/** The weights of a column have the same number of decimals, so that they align: as many as the most exact one needs. */
export function weightWriter(weights: readonly (number | null)[]): (kg: number | null) => string {
  const decimals = Math.max(
    0,
    ...weights.map((kg) => [0, 1].find((count) => Number.isInteger(Number(((kg ?? 0) * 10 ** count).toFixed(6)))) ?? 2),
  )
  return (kg) => (kg === null ? '' : (weightFormats[decimals]?.format(kg) ?? ''))
}

export const volumeText = (cubicMetres: number | null): string => (cubicMetres === null ? '' : volumeFormat.format(cubicMetres))
/** Empty when the number of packages is not known: people then write it on the printed line. */
export const countText = (count: number): string => (count === 0 ? '' : countFormat.format(count))

/** Millimetres shown as centimetres. */
export const sizeText = (size: { readonly pituus: number; readonly leveys: number; readonly korkeus: number }): string =>
  [size.pituus, size.leveys, size.korkeus].map((mm) => sizeFormat.format(mm / 10)).join(' × ')

/** Twelve digits are easier to read aloud in groups of four. */
export const numberText = (numero: string): string => numero.replace(/(\d{4})(?=\d)/g, '$1 ')
