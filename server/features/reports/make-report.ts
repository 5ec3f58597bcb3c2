import type { Viewer } from '#domain/access/roles.ts'
import { orderTypes } from '#domain/entities/order/order.states.ts'
import { comparedMonths, monthOf } from '#domain/features/reports/months.ts'
import type { Report, ReportGroup } from '#domain/features/reports/report.ts'
import { type Figure, reportRows } from '#domain/features/reports/report-rows.ts'
import { ageBounds, ageLabels } from '#domain/features/reports/uninvoiced-age.ts'
import { fromCents } from '#domain/values/money.ts'
import type { Context } from '#server/context.ts'
import { figuresOf, uninvoicedByAge } from './queries.ts'

/** The names of rows: types have labels, and orders may have no car or driver. */
const nameOf: Readonly<Record<ReportGroup, (figure: Figure) => string>> = {
  asiakas: ({ nimi }) => nimi,
  tyyppi: ({ nimi }) => Object.entries(orderTypes).find(([type]) => type === nimi)?.[1] ?? nimi,
  auto: ({ id, nimi }) => (id === null ? 'Ei autoa' : nimi),
  kuljettaja: ({ id, nimi }) => (id === null ? 'Ei kuljettajaa' : nimi),
}

/** The report of a month, `2026-11`; of the current one when none is given. */
export async function makeReport(context: Context, viewer: Viewer, month: string | undefined): Promise<Report> {
  const now = context.clock()
  const months = comparedMonths(month ?? monthOf(now))
  const [figures, ages] = await Promise.all([figuresOf(context, viewer, months), uninvoicedByAge(context, viewer, ageBounds(now))])
  const rowsOf = (group: ReportGroup) =>
    reportRows(figures.filter(({ ryhma }) => ryhma === group).map((figure) => ({ ...figure, nimi: nameOf[group](figure) })))
  const [{ start: chosen }, { start: before }, { start: yearAgo }] = months
  const customers = rowsOf('asiakas')
  return {
    kuukaudet: [chosen, before, yearAgo],
    yhteensa: customers.total,
    ryhmat: {
      asiakas: customers.rows,
      tyyppi: rowsOf('tyyppi').rows,
      auto: rowsOf('auto').rows,
      kuljettaja: rowsOf('kuljettaja').rows,
    },
    laskuttamatta: ageLabels.map((nimi, index) => {
      const age = ages.find(({ luokka }) => luokka === ageLabels.length - 1 - index)
      return { nimi, tilauksia: age?.tilauksia ?? 0, summa: fromCents(age?.sentit ?? 0), hinnattomia: age?.hinnattomia ?? 0 }
    }),
  }
}
