import { formatDate } from '../../values/time/helsinki-clock.ts'
import { atTime, midnightOf, parseDay, parseTime } from '../../values/time/time.ts'

/** What is read from a cell: a value, or a Finnish sentence about its fault. */
export type ReadCell<V> = { value: V } | { fault: string }

// The error values that a spreadsheet shows instead of a formula's result.
const formulaError = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!)$/i

export const isFormulaError = (text: string): boolean => formulaError.test(text)
export const formulaFault = (text: string): string => `Solun kaava antaa virheen ${text}. Kirjoita arvo.`

/** A spreadsheet stores the Finnish code 00100 as the number 100. */
export function readPostalCode(text: string, country: string): string {
  const home = ['', 'FI'].includes(country.toUpperCase())
  const code = home ? text.replace(/\s/g, '') : text
  return home && /^\d{1,4}$/.test(code) ? code.padStart(5, '0') : code
}

/** The day's midnight in Helsinki. */
export function readDay(text: string, now: number): ReadCell<number> {
  const day = parseDay(text, now)
  return day === null ? { fault: `Päivää ei ole. Kirjoita päivä muodossa ${formatDate(now)}.` } : { value: midnightOf(day) }
}

/** A moment written as a day and a time, `24.11.2026 klo 10.00`, or as a time alone of `day`, a midnight; 0 when the row has no day. */
export function readMoment(text: string, day: number, now: number): ReadCell<number> {
  const [, written = '', clock = ''] = /^(?:(\d\S+)\s+)?(?:klo\s*)?(\d{1,2}(?:[.:]?\d{2})?)$/i.exec(text.trim()) ?? []
  const minutes = clock === '' ? null : parseTime(clock)
  if (minutes === null) return { fault: 'Kirjoita aika muodossa 9.30 tai päivän kanssa, esimerkiksi 1.2.2026 9.30.' }
  if (written === '' && day === 0) return { fault: 'Kirjoita myös päivä, koska rivillä ei ole toivottua toimituspäivää.' }
  const read: ReadCell<number> = written === '' ? { value: day } : readDay(written, now)
  return 'fault' in read ? read : { value: atTime(read.value, Math.floor(minutes / 60), minutes % 60) }
}

/** The key of a choice that is written as its key or its label; any other text as it is, as the field's own check names the choices. */
export function readChoice(values: Readonly<Record<string, string>>, text: string): string {
  const lowerCase = text.toLowerCase()
  const found = Object.entries(values).find(([key, label]) => key === lowerCase || label.toLowerCase() === lowerCase)
  return found ? found[0] : text
}

/** A number without its unit and trailing zeros: `100,00 cm` is `100`. */
export const bareNumber = (text: string): string => text.replace(/\s*(cm|kg|kpl)$/i, '').replace(/[.,]0*$|([.,]\d*[1-9])0+$/, '$1')
