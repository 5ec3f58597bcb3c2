import { fromCents, maxEuros, toCents } from '../../values/money.ts'
import { formatDate } from '../../values/time/helsinki-clock.ts'
import { listFor, type PriceList } from './price-list.ts'

/** The amounts of a price list that an index change multiplies. */
export const listAmounts = [
  'perusmaksu',
  'hinta_kg',
  'hinta_rullakko',
  'hinta_paketti',
  'hinta_lavapaikka',
  'hinta_km',
  'minimihinta',
] as const satisfies readonly (keyof PriceList)[]

export type ListPrices = Pick<PriceList, (typeof listAmounts)[number] | 'polttoainelisa_prosentti'>

export type PriceListChange = {
  /** Percent by which every amount changes: 3.5, -2; 0 leaves them. */
  prosentti: number
  /** The new fuel surcharge in percent; null leaves it. */
  polttoainelisa: number | null
}

/** Half a cent is rounded up, as in a calculation. */
const changedAmount = (euros: number, percent: number): number =>
  Math.min(maxEuros, fromCents(Math.round((toCents(euros) * Math.round((100 + percent) * 100)) / 10_000)))

/** The prices of a list after a change. */
export function changedPrices(list: ListPrices, { prosentti, polttoainelisa }: PriceListChange): ListPrices {
  const amounts = listAmounts.map((name) => [name, changedAmount(list[name], prosentti)] as const)
  // One entry for each name of listAmounts.
  const changed = Object.fromEntries(amounts) as Pick<PriceList, (typeof listAmounts)[number]>
  return { ...changed, polttoainelisa_prosentti: polttoainelisa ?? list.polttoainelisa_prosentti }
}

/** Prices that are too small for the change: rounded to the cent they stay as they were. */
export const unchangedAmounts = (before: ListPrices, after: ListPrices, { prosentti }: PriceListChange): (typeof listAmounts)[number][] =>
  prosentti === 0 ? [] : listAmounts.filter((name) => before[name] > 0 && before[name] === after[name])

/** The name of the list that follows another one: its name with the new start day instead of an earlier one. */
export function successorName(name: string, day: number): string {
  const end = ` ${formatDate(day)}`
  const base = name.replace(/ (?:\d{1,2}\.\d{1,2}\.)?\d{4}$/, '')
  return base.slice(0, 255 - end.length).trim() + end
}

/** A list and the day from which the changed one replaces it. */
export type ReplacedList = { list: PriceList; from: number }

/**
 * The lists that apply on the day or start to apply later: those that a change from the day on concerns. Of several lists of one customer
 * that start on one day only the one that applies is included.
 */
export function listsFrom(lists: readonly PriceList[], day: number): ReplacedList[] {
  return [...Map.groupBy(lists, ({ asiakas }) => asiakas).values()].flatMap((own) => {
    const starts = new Set([day, ...own.map(({ voimassa_alkaen }) => voimassa_alkaen).filter((start) => start > day)])
    return [...starts].flatMap((from): ReplacedList[] => {
      const list = listFor(own, own[0]?.asiakas ?? null, from)
      return list ? [{ list, from }] : []
    })
  })
}
