const written = /^(?<sign>[-−+]?)(?<whole>\d{1,3}(?:\s\d{3})+|\d*)(?:[.,](?<part>\d*))?$/

/**
 * Parses a number as people write it: `80,5`, `80.5`, `1 234,50`, `-7`, with at most `decimals` decimals. Null for anything
 * else, such as `1e2` or `1.234,50`: a guess could store a wrong number.
 */
export function parseNumber(text: string, decimals: number): number | null {
  const { sign, whole = '', part = '' } = written.exec(text.trim())?.groups ?? {}
  if (whole + part === '' || part.length > decimals) return null
  const value = Number(`${whole.replace(/\s/g, '') || '0'}.${part || '0'}`)
  return sign === '-' || sign === '−' ? -value : value
}

const formats = new Map<string, Intl.NumberFormat>()

/** Formats a number so that it can be typed again: `80,5`, `-7`; with `fixed` all decimals, `1 234,50`. */
export function writeNumber(value: number, decimals: number, fixed = false): string {
  const key = `${decimals} ${fixed}`
  const format =
    formats.get(key) ?? new Intl.NumberFormat('fi-FI', { maximumFractionDigits: decimals, minimumFractionDigits: fixed ? decimals : 0 })
  formats.set(key, format)
  return format.format(value).replace('−', '-')
}

/** A Finnish sentence when the text is not a number with at most so many decimals, else null. */
export function numberFault(text: string, decimals: number): string | null {
  if (parseNumber(text, decimals) !== null) return null
  return decimals === 0 ? 'Kirjoita kokonaisluku, esimerkiksi 2.' : `Kirjoita luku muodossa ${writeNumber(80.5, decimals, true)}.`
}
