import { fromCents } from '../../values/money.ts'
import { maxReportRows, type ReportRow } from './report.ts'

/** The figures of one row in one of the compared months (0…2). */
export type Figure = { id: string | null; nimi: string; kuukausi: number; maara: number; sentit: number }

const emptyRow = (id: string | null, nimi: string): ReportRow => ({ id, nimi, summat: [0, 0, 0], maarat: [0, 0, 0] })

function add(row: ReportRow, { kuukausi, maara, sentit }: Omit<Figure, 'id' | 'nimi'>): void {
  for (const index of [0, 1, 2] as const)
    if (index === kuukausi) {
      row.maarat[index] += maara
      // Sums stay whole cents until the rows are complete.
      row.summat[index] += sentit
    }
}

const inEuros = ({ summat: [now, before, yearAgo], ...row }: ReportRow): ReportRow => ({
  ...row,
  summat: [fromCents(now), fromCents(before), fromCents(yearAgo)],
})

/** The largest sums of the chosen month first, then those of the months before. */
const bySum = (a: ReportRow, b: ReportRow): number =>
  b.summat[0] - a.summat[0] || b.summat[1] - a.summat[1] || b.summat[2] - a.summat[2] || a.nimi.localeCompare(b.nimi, 'fi')

function total(nimi: string, rows: readonly ReportRow[]): ReportRow {
  const all = emptyRow(null, nimi)
  for (const row of rows)
    for (const index of [0, 1, 2] as const) add(all, { kuukausi: index, maara: row.maarat[index], sentit: row.summat[index] })
  return all
}

/** The rows of a table, and their total. What does not fit is one row at the end, so that the rows always add up to the total. */
export function reportRows(figures: readonly Figure[], max: number = maxReportRows): { rows: ReportRow[]; total: ReportRow } {
  const byId = new Map<string, ReportRow>()
  for (const figure of figures) {
    const key = figure.id ?? ''
    const row = byId.get(key) ?? emptyRow(figure.id, figure.nimi)
    byId.set(key, row)
    add(row, figure)
  }
  const sorted = [...byId.values()].sort(bySum)
  const [shown, others] = [sorted.slice(0, max), sorted.slice(max)]
  const rest = others.length > 0 ? [total(`Muut (${others.length})`, others)] : []
  return { rows: [...shown, ...rest].map(inEuros), total: inEuros(total('Yhteensä', sorted)) }
}
