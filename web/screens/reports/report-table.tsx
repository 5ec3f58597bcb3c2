import type { Report, ReportRow } from '#domain/features/reports/report.ts'
import { formatCount, formatEuros } from '#web/kit/format.ts'
import classes from './reports.module.css'

type Props = { label: string; rows: readonly ReportRow[]; total: ReportRow; months: readonly string[]; counted: string; isOver: boolean }

/** The figures of the chart: sums by month, and how many they are made of. */
export function ReportTable({ label, rows, total, months, counted, isOver }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard.
    <section className={classes.scroll} aria-label={`${label}, taulukko`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            {isOver && <th scope="col">Muutos</th>}
            <th scope="col">{counted}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Figures key={`${row.id} ${row.nimi}`} row={row} isOver={isOver} />
          ))}
        </tbody>
        <tfoot>
          <Figures row={total} isOver={isOver} />
        </tfoot>
      </table>
    </section>
  )
}

/** A month that is not over is not compared with a whole one. */
function Figures({ row: { nimi, summat, maarat }, isOver }: { row: ReportRow; isOver: boolean }) {
  const [now, before] = summat
  return (
    <tr>
      <th scope="row">{nimi}</th>
      {summat.map((sum, index) => (
        <td key={['now', 'before', 'yearAgo'][index]}>{formatEuros(sum)}</td>
      ))}
      {isOver && <td>{changeText(now, before)}</td>}
      <td>{formatCount(maarat[0])}</td>
    </tr>
  )
}

const percents = new Intl.NumberFormat('fi-FI', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

/** The change from the month before; a dash when there is nothing to compare with. */
export const changeText = (now: number, before: number): string => (before > 0 ? percents.format(now / before - 1) : '–')

export function AgeTable({ ages }: { ages: Report['laskuttamatta'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard.
    <section className={classes.scroll} aria-label="Laskuttamattomat, taulukko" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Toimituksesta</th>
            <th scope="col">Tilauksia</th>
            <th scope="col">Hinta puuttuu</th>
            <th scope="col">Summa</th>
          </tr>
        </thead>
        <tbody>
          {ages.map(({ nimi, tilauksia, hinnattomia, summa }) => (
            <tr key={nimi}>
              <th scope="row">{nimi}</th>
              <td>{formatCount(tilauksia)}</td>
              <td>{formatCount(hinnattomia)}</td>
              <td>{formatEuros(summa)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
