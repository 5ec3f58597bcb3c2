import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { ReportRow } from '#domain/features/reports/report.ts'
import { formatEuros } from '#web/kit/format.ts'

/** The bars that fit beside each other and can still be read. */
const maxBars = 8
/** The chosen month stands out from the months that it is compared with. */
const colors = ['brand.6', 'gray.5', 'violet.4'] as const

type Props = { rows: readonly ReportRow[]; months: readonly string[] }

/** The largest rows, with a bar for each compared month. The table beside it has them all. */
export function ReportChart({ rows, months }: Props) {
  const data = rows.slice(0, maxBars).map(({ nimi, summat }) => ({
    nimi,
    ...Object.fromEntries(summat.map((sum, index) => [`kuukausi${index}`, sum])),
  }))
  return (
    <BarChart
      h={Math.max(200, data.length * 62 + 70)}
      data={data}
      dataKey="nimi"
      orientation="vertical"
      series={months.map((label, index) => ({ name: `kuukausi${index}`, label, color: colors[index] ?? 'gray.5' }))}
      valueFormatter={formatEuros}
      withLegend
      legendProps={{ verticalAlign: 'top' }}
      tickLine="none"
      gridAxis="x"
      yAxisProps={{ width: 140 }}
      barProps={{ isAnimationActive: false }}
      // The chart is hidden from screen readers, for which the table beside it is: nothing in it takes the focus.
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}
